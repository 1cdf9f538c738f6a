"""What `manage.py bench_moves` is made of: ways to call the API, clients that play, and meters."""

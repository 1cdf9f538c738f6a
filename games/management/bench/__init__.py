"""What the benchmarks (`manage.py bench_…`) are made of: ways to call the API, clients that play, and meters."""

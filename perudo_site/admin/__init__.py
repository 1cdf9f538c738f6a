"""What the admin of any app here is made of."""

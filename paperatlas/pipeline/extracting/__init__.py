"""What documents say, extracted in processes of their own."""

"""The reference list: its entries and their fields."""

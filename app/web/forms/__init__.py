"""Controls made from typed fields, and the forms that several screens read."""

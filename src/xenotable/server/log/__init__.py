"""What is written: the lines of rooms, the fold that makes rooms of them again, and the database under both."""

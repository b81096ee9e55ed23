"""Chapter play: the table, measuring, hidden information, the order of decisions and what the log must say."""

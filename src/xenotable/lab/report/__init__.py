"""A study as one page of HTML: it needs no script, no network and no other file, and reads by day and by night."""

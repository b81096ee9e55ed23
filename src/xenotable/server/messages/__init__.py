"""What goes in and out: bodies of requests, messages of the socket, what a seat is shown."""

"""XCX by numbers: ways and sight lines from space to space; `sight` imports numpy and is loaded late."""

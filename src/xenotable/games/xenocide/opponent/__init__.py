"""How the machine plays, with a reason for each choice."""

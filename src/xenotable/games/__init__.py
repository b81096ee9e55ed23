"""The five games, one package each; they never import each other."""

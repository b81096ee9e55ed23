"""Chapter ploys: how strategic and tactical ploys are bought and resolved."""

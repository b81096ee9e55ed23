"""Chapter specials: every special rule, critical hit rule and ability of the appendix, one small unit of code each."""

"""Soldiers' names: without effect on play."""

# fmt: off
NAMES = (
    "Adeyemi", "Akintola", "Alvarez", "Andersson", "Aoki", "Arslan", "Baptiste", "Barros", "Bauer", "Benali",
    "Bianchi", "Bogdan", "Brandt", "Castellanos", "Chaudhry", "Cisse", "Cordeiro", "Dahl", "Delacroix", "Demir",
    "Diallo", "Dragomir", "Eide", "Ekström", "Farouk", "Fischer", "Fontaine", "Gallo", "Ghosh", "Grant",
    "Haddad", "Halloran", "Hashimoto", "Horvat", "Ibarra", "Ito", "Ivanova", "Jansen", "Kamara", "Kaya",
    "Keane", "Khalil", "Kowalski", "Kruger", "Lindqvist", "Lopes", "Mbeki", "Mendoza", "Moreau", "Nakamura",
    "Ndiaye", "Novak", "Okafor", "Oyelaran", "Park", "Petrov", "Quispe", "Rahman", "Reyes", "Romero", "Sato",
    "Schneider", "Silva", "Sokolov", "Tanaka", "Tembo", "Torres", "Ueda", "Vargas", "Weber", "Yilmaz", "Zhang",
)
# fmt: on


def soldier_name(n: int) -> str:
    """The n-th soldier of a game; after the list has run out it starts again with a number."""
    again, at = divmod(n, len(NAMES))
    return NAMES[at * 29 % len(NAMES)] + (f" {again + 1}" if again else "")

"""The board as a drawing: outlines of the continents in degrees, and where every place is."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.engine.display import Points

WIDTH, DEPTH = 100.0, 70.0


# Longitude and latitude around each coast.
COASTS: dict[str, str] = {
    "north_america": """-168,66 -156,71 -141,70 -128,70 -115,68 -108,68 -95,72 -90,68 -82,68 -86,64 -94,59 -88,57 -82,55
        -80,51 -78,55 -77,60 -74,62 -66,59 -62,57 -56,52 -66,50 -64,46 -70,43 -74,40 -76,35 -81,31 -80,26 -82,28 -84,30
        -90,30 -97,28 -97,22 -95,18 -91,19 -90,21 -87,21 -88,16 -84,15 -83,10 -78,9 -80,7 -85,10 -92,14 -97,16 -105,20
        -109,25 -113,31 -115,31 -110,23 -115,29 -118,34 -124,40 -124,48 -130,54 -136,58 -146,61 -152,59 -158,56 -164,54
        -157,58 -165,61 -161,65""",
    "south_america": """-78,9 -72,12 -62,10 -52,5 -50,0 -44,-2 -35,-6 -37,-12 -39,-18 -41,-22 -48,-26 -50,-30 -54,-34
        -58,-35 -57,-38 -62,-39 -65,-43 -66,-47 -69,-51 -68,-55 -74,-52 -75,-46 -73,-38 -71,-30 -70,-19 -76,-14 -81,-6
        -80,-1 -77,4""",
    "europe": """-9,37 -9,43 -2,43 -1,46 -5,48 2,51 5,53 8,54 8,57 10,57 10,55 14,54 19,54 21,57 24,57 23,59 29,60 22,60
        21,62 25,65 22,66 17,61 18,59 16,57 13,55 11,59 7,58 5,61 10,64 15,68 22,70 28,71 40,67 33,66 40,64 44,66 54,68
        62,69 60,60 57,51 50,47 47,43 40,43 38,47 34,46 33,44 30,46 28,43 28,41 24,40 23,37 21,37 19,42 13,45 16,41
        18,40 16,38 12,42 9,44 4,43 0,40 -1,37 -5,36""",
    "africa": """-6,36 10,37 11,34 19,30 22,33 32,31 34,28 37,21 39,15 43,11 51,12 48,5 42,-2 39,-6 40,-14 35,-20 35,-24
        32,-28 27,-34 20,-35 18,-32 15,-27 12,-18 13,-10 9,-1 9,4 4,6 -4,5 -8,4 -13,8 -17,14 -16,20 -13,27 -9,31""",
    "asia": """60,60 62,69 68,68 72,73 80,73 87,75 104,77 113,74 128,73 140,73 160,70 178,69 180,65 178,63 170,60 163,58
        162,55 157,51 156,57 163,62 155,59 143,59 136,54 141,52 139,47 132,43 128,40 129,36 126,35 125,39 121,39 118,38
        122,37 119,35 122,31 120,26 114,22 108,21 106,19 109,13 105,9 101,13 100,10 104,2 101,3 98,9 97,16 94,16 91,22
        87,21 80,15 80,11 77,8 74,15 72,21 67,25 57,26 51,28 48,30 51,25 56,26 59,22 52,16 43,13 39,21 35,28 35,32 36,36
        30,36 26,39 31,41 42,41 49,40 49,46 57,51""",
    "australia": """114,-22 122,-18 126,-14 130,-12 137,-12 135,-15 140,-18 142,-11 145,-15 149,-21 153,-26 153,-31
        150,-37 146,-39 140,-38 138,-33 136,-35 131,-32 124,-33 118,-35 115,-34 115,-30 113,-26""",
}


# Left, bottom, right and top of each on the board: small continents are drawn larger, so that there is room on them.
FRAMES: dict[str, tuple[float, float, float, float]] = {
    "north_america": (2, 42, 33, 61),
    "south_america": (22, 29.5, 40, 44),
    "europe": (40, 49, 61, 61),
    "africa": (41, 29.5, 61, 47.5),
    "asia": (59, 40, 98, 61),
    "australia": (79, 29.5, 98, 39.5),
}


# The other places: kind, frame and what happens there. Between the map and the rooms there is a place for four desks.
PLACES: dict[str, tuple[str, tuple[float, float, float, float], str]] = {
    "orbit": ("sky", (1, 62, 99, 69.5), "UFOs wait here; three spaces for satellites."),
    "lab1": ("lab", (1, 12.2, 13.6, 23.5), "A tech card and up to three scientists."),
    "lab2": ("lab", (14.1, 12.2, 26.7, 23.5), "A tech card and up to three scientists."),
    "lab3": ("lab", (27.2, 12.2, 39.8, 23.5), "A tech card and up to three scientists."),
    "crises": ("alert", (40.3, 12.2, 54.5, 23.5), "Resolved from top to bottom after recruiting."),
    "pool": ("pool", (55, 12.2, 73, 23.5), "Lost soldiers and Interceptors; one credit each."),
    "final": ("goal", (73.5, 12.2, 99, 23.5), "The back of the invasion plan; its completion wins."),
    "reserve": ("reserve", (1, 0.5, 39.8, 11.7), "Units that can be assigned."),
    "base": ("base", (40.3, 0.5, 67, 11.7), "Six enemy spaces, and the soldiers who defend it."),
    "mission": ("mission", (67.5, 0.5, 99, 11.7), "Three tasks from left to right, up to four soldiers."),
}


@rule("content.art")
def coast(continent: str) -> Points:
    """The outline, fitted into its frame."""
    at = [(float(x), float(y)) for x, y in (point.split(",") for point in COASTS[continent].split())]
    west, east = min(x for x, _ in at), max(x for x, _ in at)
    south, north = min(y for _, y in at), max(y for _, y in at)
    x0, y0, x1, y1 = FRAMES[continent]
    wide, high = (x1 - x0) / (east - west), (y1 - y0) / (north - south)
    return tuple((round(x0 + (x - west) * wide, 2), round(y0 + (y - south) * high, 2)) for x, y in at)


def outline(place: str) -> Points:
    """A box; the sky ends below at the curve of the Earth."""
    kind, (x0, y0, x1, y1), _ = PLACES[place]
    if kind != "sky":
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    steps = [i / 12 for i in range(13)]
    curve = ((round(x0 + (x1 - x0) * s, 2), round(y0 + 1.2 * (1 - (2 * s - 1) ** 2) - 1, 2)) for s in steps)
    return (*curve, (x1, y1), (x0, y1))

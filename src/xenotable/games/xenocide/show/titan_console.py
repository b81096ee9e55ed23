"""The console of a titan: core, power, shields, systems and weapons as a screen shows them (chapter "titans")."""

from __future__ import annotations

from xenotable.engine import Line, Mark, Panel, Pips
from xenotable.games.xenocide.content import Arm, Frame, Kind, Weapon
from xenotable.games.xenocide.rules.army.models import power_of
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.systems import system_name, systems
from xenotable.games.xenocide.state import DRIVE, PROJECTOR, Xenocide


def consoles(game: Xenocide) -> list[Panel]:
    """A panel for every titan that still stands; both players may look at all of them."""
    return [console(game, u) for u in game.titans if game.units[u].models]


def console(game: Xenocide, unit: str) -> Panel:
    t, f, row = game.titans[unit], frame(game, unit), game.units[unit]
    on = row.models[0]
    lines = [
        Line("Core", f"{t.core} of {f.core}", now=t.core, full=f.core, on=on, rule="titans.core"),
        Line("Power", f"{t.power} left", now=t.power, full=f.core, on=on, rule="titans.power-gain"),
        *shield_lines(game, unit, on),
        Line("Boost", boost_state(game, unit), on=on, rule="titans.stat-move-boost"),
    ]
    lines += [Line(a.name, arm_state(game, unit, a), on=on, rule="titans.weapon-levels") for a in f.arms]
    hurt = [system_name(f, x) for x in systems(f) if x in t.damaged]
    lines.append(Line("Damaged systems", ", ".join(hurt) or "none", on=on, rule="titans.systems"))
    return Panel(f"titan-{unit}", row.name, "track", tuple(lines), row.seat)


def boost_state(game: Xenocide, unit: str) -> str:
    t = game.titans[unit]
    if t.boosted:
        return "used"
    return "none: the drive is damaged" if DRIVE in t.damaged else f"{frame(game, unit).boost:g} in for a point"


def shield_lines(game: Xenocide, unit: str, on: str) -> list[Line]:
    t, f = game.titans[unit], frame(game, unit)
    runs = bool(t.core) and PROJECTOR not in t.damaged
    lines = []
    if f.layers:
        word = f"{t.layers} of {f.layers} layers"
        lines.append(Line("Deflector", word, now=t.layers, full=f.layers, on=on, rule="titans.deflector-save"))
    if f.diffraction:
        kind = game.kinds[t.kind]
        word = f"aspect {kind.aspect:+d}" if runs else f"off: aspect {f.hull_aspect:+d}"
        lines.append(Line("Diffraction", word, on=on, rule="titans.diffraction"))
    if f.flicker:
        word = f"save {f.flicker}" if runs else "off"
        lines.append(Line("Flicker", word, on=on, rule="titans.flicker"))
    if f.regenerating:
        lines.append(Line("Regenerating", "a free repair, 4 or less", on=on, rule="titans.regenerating"))
    return lines


def arm_state(game: Xenocide, unit: str, arm: Arm) -> str:
    t = game.titans[unit]
    if arm.mount in t.damaged:
        return "damaged"
    if not arm.lines:
        power = dict(t.blades).get(arm.mount, 0)
        return f"{arm.caa + arm.per_power * power} dice" + (f" at power {power}" if power else "")
    levels = [power_of(w) for w in arm.lines]
    return "fired" if arm.mount in t.fired else f"ready, power {min(levels)} to {max(levels)}"


# ---- on the token ----------------------------------------------------------------------------------------------------


def pips(game: Xenocide, unit: str) -> Pips:
    return Pips(game.titans[unit].core, frame(game, unit).core, "core")


def marks(game: Xenocide, unit: str) -> tuple[Mark, ...]:
    """Power and layers, and what is wrong with a titan."""
    if not is_titan(game, unit):
        return ()
    t, f = game.titans[unit], frame(game, unit)
    found = []
    if t.power:
        found.append(Mark(f"P{t.power}", f"{t.power} power", True, "titans.power-gain", "power"))
    if f.layers:
        found.append(
            Mark(f"D{t.layers}", f"{t.layers} deflector layers", bool(t.layers), "titans.deflector-save", "shielded")
        )
    if not t.core:
        found.append(Mark("C0", "without a core", False, "titans.core-zero-acts", "damaged"))
    if t.damaged:
        names = ", ".join(system_name(f, x) for x in t.damaged)
        found.append(Mark("DMG", f"damaged: {names}", False, "titans.systems", "damaged"))
    return tuple(found)


def condition(game: Xenocide, unit: str) -> tuple[tuple[str, str], ...]:
    """What both players may know of a titan beyond its unit."""
    if not is_titan(game, unit):
        return ()
    return tuple((line.label, line.value) for line in console(game, unit).lines) if game.units[unit].models else ()


def card(kind: Kind) -> tuple[tuple[str, str], ...]:
    """The printed values that only titans have."""
    f = kind.titan
    if f is None:
        return ()
    lines = [("Core", str(f.core)), ("Move", f"{kind.move:g} ({f.boost:g})"), ("Shields", shields(kind, f))]
    for arm in f.arms:
        if not arm.lines:
            specials = "".join(f", {s}" for s in sorted(arm.special))
            dice = f"+{arm.caa} dice, +{arm.per_power} a point, {arm.most} points at most"
            lines.append((arm.name, dice + specials))
        lines += [(w.name, shots(w)) for w in arm.lines]
    return tuple(lines)


def shields(kind: Kind, f: Frame) -> str:
    found = [f"deflector with {f.layers} layers"] if f.layers else []
    found += [f"diffraction: aspect {kind.aspect:+d}, hull {f.hull_aspect:+d}"] if f.diffraction else []
    found += [f"flicker {f.flicker}"] if f.flicker else []
    found += ["regenerating"] if f.regenerating else []
    return ", ".join(found)


def shots(w: Weapon) -> str:
    more = (f", area {w.aoe}" if w.aoe else "") + "".join(f", {s}" for s in sorted(w.special))
    return f"{w.shots} shots, {w.range:g} in, accuracy {w.accuracy}, strength {w.strength}{more}"

/** What covers the table: a tile of small things, and wide blotches over it. */
import { fill, ink, line } from "./paint";
import { at, between, type Random, round, seeded } from "./shapes";

const TILE = 6;

/** Flat specks that go on in the next tile. */
function specks(random: Random, n: number, least: number, most: number): string {
  let d = "";
  for (let i = 0; i < n; i++) {
    const [x, y, r] = [random() * TILE, random() * TILE, between(random, least, most)];
    for (const dx of [-TILE, 0, TILE])
      for (const dy of [-TILE, 0, TILE])
        if (x + dx > -1 && x + dx < TILE + 1 && y + dy > -1 && y + dy < TILE + 1)
          d += `M${at(x + dx - r, y + dy)}a${round(r)} ${round(r * 0.6)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r * 0.6)} 0 1 0 ${round(-2 * r)} 0Z`;
  }
  return d;
}

function grass(random: Random): string {
  let [dark, pale] = ["", ""];
  for (let i = 0; i < 130; i++) {
    const blade = `M${at(random() * TILE, 0.2 + random() * (TILE - 0.2))}l${at(between(random, -0.08, 0.08), -between(random, 0.08, 0.17))}`;
    if (i % 3) dark += blade;
    else pale += blade;
  }
  return line(dark, "g3", 0.045, 'opacity=".5"') + line(pale, "g4", 0.045, 'opacity=".55"');
}

/** Ripples that the wind left. */
function dust(random: Random): string {
  let [dark, pale] = ["", ""];
  for (let i = 0; i < 26; i++) {
    const [x, y, w] = [random() * (TILE - 1.2), 0.2 + random() * (TILE - 0.4), between(random, 0.3, 0.7)];
    dark += `M${at(x, y)}q${at(w / 2, -0.12)} ${at(w, 0)}t${at(w * 0.6, 0)}`;
    pale += `M${at(x, y + 0.06)}q${at(w / 2, -0.12)} ${at(w, 0)}t${at(w * 0.6, 0)}`;
  }
  return line(dark, "g3", 0.04, 'opacity=".45"') + line(pale, "g4", 0.04, 'opacity=".5"');
}

/** Slabs with joints, scratches and bolts. */
function plates(random: Random): string {
  let [scratches, bolts] = ["", ""];
  for (let i = 0; i < 18; i++)
    scratches += `M${at(random() * TILE, random() * TILE)}l${at(between(random, -0.4, 0.4), between(random, -0.4, 0.4))}`;
  for (const x of [0, 3])
    for (const y of [0, 3])
      for (const [dx, dy] of [
        [0.2, 0.2],
        [2.8, 0.2],
        [0.2, 2.8],
        [2.8, 2.8],
      ] as const)
        bolts += `M${at(x + dx, y + dy)}h.01`;
  const joints = `M0 0H${TILE}M0 3H${TILE}M0 0V${TILE}M3 0V${TILE}`;
  return (
    `<rect x="3" width="3" height="3" fill="${ink("g2")}" opacity=".5"/><rect y="3" width="3" height="3" fill="${ink("g1")}" opacity=".5"/>` +
    line(scratches, "g3", 0.03, 'opacity=".5"') +
    line(joints, "g3", 0.07) +
    line(joints, "g4", 0.03, 'transform="translate(.05 .05)"') +
    line(bolts, "g3", 0.12)
  );
}

const COVERS: Record<string, (random: Random) => string> = { grass, steppe: grass, dust, plates };

/** The table itself, as it lies below everything. */
export function groundOf(kind: string, width: number, depth: number): string {
  const random = seeded(`${kind}${width}x${depth}`);
  const tile =
    fill(specks(random, 14, 0.25, 0.6), "g1", 'opacity=".35"') +
    fill(specks(random, 10, 0.2, 0.5), "g2", 'opacity=".45"') +
    (COVERS[kind] ?? grass)(random) +
    fill(specks(random, 16, 0.02, 0.05), "g3");
  const blot = (id: string, name: string, opacity: number) =>
    `<radialGradient id="blot-${id}"><stop offset="0" stop-color="${ink(name)}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${ink(name)}" stop-opacity="0"/></radialGradient>`;
  let blots = "";
  for (let i = 0; i < (width * depth) / 130; i++)
    blots += `<ellipse cx="${round(random() * width)}" cy="${round(random() * depth)}" rx="${round(between(random, 3, 8))}" ry="${round(between(random, 2, 6))}" fill="url(#blot-${"abc"[i % 3]})"/>`;
  const defs = `<defs><pattern id="ground" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"><rect width="${TILE}" height="${TILE}" fill="${ink("g0")}"/>${tile}</pattern>${blot("a", "g1", 0.75)}${blot("b", "g4", 0.7)}${blot("c", "soil", 0.34)}</defs>`;
  let crosses = "";
  for (let x = 6; x < width; x += 6)
    for (let y = 6; y < depth; y += 6) crosses += `M${at(x - 0.22, y)}h.44M${at(x, y - 0.22)}v.44`;
  return `${defs}<rect width="${width}" height="${depth}" fill="url(#ground)"/><g clip-path="url(#table-edge)">${blots}</g>${line(crosses, "grid-line", 0.06, 'opacity=".55"')}`;
}

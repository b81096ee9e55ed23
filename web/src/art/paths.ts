/** Paths in another size. A piece with a transform for each of its parts would be as many things to lay out, whenever anything on
 * the page moves: with 300 pieces they take most of a frame. So the numbers are scaled, once. */

const COUNTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, q: 4, a: 7, z: 0 };
const PART = /([a-z])([^a-z]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

const short = (n: number): string => `${+n.toFixed(4)}`;

/** The path with its origin moved to `from`, then scaled; a negative `across` mirrors it (if it has no arcs). */
export function scaled(path: string, across: number, down = across, from: readonly [number, number] = [0, 0]): string {
  const [x, y] = from;
  return path.replace(PART, (_, letter: string, rest: string) => {
    const command = letter.toLowerCase();
    const own = letter === command ? [0, 0] : [x, y]; // what is relative knows no origin
    const numbers = (rest.match(NUMBER) ?? []).map(Number).map((n, i) => {
      const at = i % (COUNTS[command] || 1);
      if (command === "a" && at < 5) return at < 2 ? n * Math.abs(across) : n; // radii, then an angle and two flags
      const upright = command === "v" || (command !== "h" && (command === "a" ? at === 6 : at % 2 === 1));
      return upright ? (n - (own[1] as number)) * down : (n - (own[0] as number)) * across;
    });
    return letter + numbers.map(short).join(" ");
  });
}

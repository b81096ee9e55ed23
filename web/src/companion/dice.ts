// The invasion's dice: the same stream as in the digital game, so that a seed gives the same invasion offline.

import { sha256 } from "./sha256";

/** A whole number from 1 to the number of sides. */
export type Die = (sides: number) => number;

/** One of the sequences of a seed: "setup" or "round 3". */
export function sequence(seed: string, name: string): Die {
  const start = Uint8Array.from([...unhex(seed), ...new TextEncoder().encode(name), "d".charCodeAt(0)]);
  let draws = 0;
  return (sides) => {
    const size = sides - 1 < 256 ? 1 : 2;
    const fair = Math.floor(256 ** size / sides) * sides;
    for (;;) {
      const block = sha256(Uint8Array.from([...start, ...counted(draws++)]));
      for (let i = 0; i <= 32 - size; i += size) {
        const value = size === 1 ? (block[i] ?? 0) : (block[i] ?? 0) * 256 + (block[i + 1] ?? 0);
        if (value < fair) return (value % sides) + 1;
      }
    }
  };
}

function unhex(seed: string): number[] {
  return (seed.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

/** A counter as eight bytes, the highest first. */
function counted(n: number): number[] {
  return [0, 0, 0, 0, (n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
}

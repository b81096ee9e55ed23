// Odds of a task and the score, mirrored from forecasts/dice.py and rules/victory.py of XCOM and held equal by vectors.

import { level } from "./generator";

const SIDES = 8;
const TOP = 5;
const HIT = 1 / 3;

/** The distribution of successes of one roll. */
function successes(dice: number): number[] {
  let ways = [1];
  for (let n = 0; n < dice; n++) {
    ways = Array.from({ length: ways.length + 1 }, (_, k) => (ways[k] ?? 0) * (1 - HIT) + (ways[k - 1] ?? 0) * HIT);
  }
  return ways;
}

export interface Odds {
  roll: number; // enough successes in this roll
  lost: number; // this roll is a loss
  complete: number; // pushing until it is done or lost
  loss: number;
}

export function odds(dice: number, need: number, threat: number): Odds {
  const roll = successes(dice)
    .slice(need)
    .reduce((a, b) => a + b, 0);
  return { roll, lost: Math.min(SIDES, threat) / SIDES, ...pushed(dice, need, threat) };
}

function pushed(dice: number, need: number, threat: number): { complete: number; loss: number } {
  if (need <= 0) return { complete: 1, loss: 0 };
  const lost = Math.min(threat, TOP) / SIDES;
  let [complete, loss, same] = [0, lost, 0];
  for (const [hits, p] of successes(dice).entries()) {
    if (need <= hits) complete += p * lost; // the successes of a losing roll count
    if (hits === 0 && threat === TOP) {
      same += p * (1 - lost); // nothing changes: this case leads back here and is solved for below
      continue;
    }
    const then = pushed(dice, need - hits, Math.min(TOP, threat + 1));
    complete += p * (1 - lost) * then.complete;
    loss += p * (1 - lost) * then.loss;
  }
  return { complete: complete / (1 - same), loss: loss / (1 - same) };
}

export function points(
  won: boolean,
  difficulty: string,
  ufos: number,
  pool: number,
  reds: number,
  oranges: number,
  damage: number,
): number {
  const bonus = won ? 100 + level(difficulty).bonus : 0;
  return bonus - ufos - pool - 2 * reds - 2 * damage - 5 * oranges;
}

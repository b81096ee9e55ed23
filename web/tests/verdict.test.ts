import { expect, it } from "vitest";
import { verdict } from "../src/pages/verdict";
import type { SeatWire } from "../src/wire";

const NAMES = ["Ada", "Bo"];
const seats = (n: number): SeatWire[] =>
  NAMES.slice(0, n).map((title, seat) => ({ seat, title, kind: "human" as const }));
const said = (room: object, winners: number[], held: number[], n = 2) =>
  verdict({ seats: seats(n), ...room }, { winners }, held, (s) => NAMES[s] ?? "");

it("says who has won, to whom it concerns", () => {
  expect(said({}, [0], [0])).toBe("You win.");
  expect(said({}, [0], [1])).toBe("Victory for Ada.");
  expect(said({}, [0], [0, 1])).toBe("Victory for Ada.");
  expect(said({}, [], [0])).toBe("Nobody wins.");
  expect(said({ together: true }, [], [0])).toBe("You have lost together.");
});

it("does not say that nobody wins where enemies without a seat may have won", () => {
  expect(said({ unseated: [[1, "Curfew Patrol"]] }, [], [0], 1)).toBe("No victory for Ada.");
  expect(said({ unseated: [[2, "Curfew Patrol"]] }, [], [0])).toBe("No victory for Ada and Bo.");
});

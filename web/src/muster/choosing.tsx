import type { JSX } from "preact";
import type { ArmyList, BookWire } from "../wire";
import { armyOf, latest, listsOf } from "./kept";

export const MEET = "meet."; // before the name of a meeting, instead of the number of a seat, for which a list is built
const READY = "ready:"; // before the id of a list that ships with the game

/** The list that was chosen: one of this device, a ready one, or none, and then the battle's own stays. */
export function chosenArmy(book: BookWire | null, id: string): ArmyList | null {
  if (!id.startsWith(READY)) return armyOf(id);
  return book?.ready.find((r) => r.id === id.slice(READY.length))?.army ?? null;
}

/** One of the lists that can be brought to a seat. */
export function ListChoice(props: {
  game: string;
  book: BookWire | null;
  label: string;
  words: { asIs: string; mine: string; ready: string };
  now: string;
  onTake: (id: string) => void;
}): JSX.Element {
  const { book, words } = props;
  const own = listsOf(props.game);
  const named = (army: ArmyList, total: number) => `${army.name ?? ""} (${total})`;
  return (
    <label class="grow">
      <span class="hidden-label">{props.label}</span>
      <select value={props.now} onChange={(e) => props.onTake(e.currentTarget.value)}>
        <option value="">{words.asIs}</option>
        {own.length > 0 && (
          <optgroup label={words.mine}>
            {own.map((kept) => (
              <option key={kept.id} value={kept.id}>
                {named(latest(kept).army, latest(kept).total)}
              </option>
            ))}
          </optgroup>
        )}
        {book && book.ready.length > 0 && (
          <optgroup label={words.ready}>
            {book.ready.map((r) => (
              <option key={r.id} value={`${READY}${r.id}`}>
                {named(r.army, r.total)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}

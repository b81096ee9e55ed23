import type { JSX } from "preact";
import { Icon } from "../art/icons";
import { Button } from "../ui/parts";
import type { Entry, MusterWire, Profile } from "../wire";
import { type Building, type Path, samePath } from "./building";
import { w } from "./strings";

interface Placed {
  at: Path;
  entry: Entry;
  profile: Profile | undefined;
}

const profileAt = (shown: MusterWire, at: Path) => shown.entries.find((p) => samePath(p.at, at));
export const called = (placed: Placed): string => placed.entry.name || placed.profile?.title || placed.entry.pick;

/** What was chosen at a place, in order. */
export function partsAt(shown: MusterWire, at: Path): Placed[] {
  let parts = shown.army.parts ?? [];
  for (const i of at) parts = parts[i]?.parts ?? [];
  return parts.map((entry, i) => ({ at: [...at, i], entry, profile: profileAt(shown, [...at, i]) }));
}

/** Units and the like have a line of their own; options are words behind their owner. */
export const standsAlone = ({ entry, profile }: Placed): boolean =>
  !!(entry.name || entry.parts?.length || profile?.lines?.length);

function words(placed: Placed): string {
  const many = (placed.entry.count ?? 1) !== 1 ? ` ×${placed.entry.count}` : "";
  return `${called(placed)}${many}`;
}

/** The list as a tree; who is chosen there, is chosen for beside it. */
export function EntryTree(props: { building: Building; at?: Path }): JSX.Element | null {
  const { building, at = [] } = props;
  const shown = building.shown;
  if (!shown) return null;
  const parts = partsAt(shown, at).filter(standsAlone);
  if (!parts.length) return null;
  return (
    <ul class="muster-tree">
      {parts.map((placed) => (
        <EntryRow
          key={`${placed.at.join(".")} ${placed.entry.pick}`}
          building={building}
          placed={placed}
          among={parts.filter((p) => p.entry.group === placed.entry.group)}
        />
      ))}
    </ul>
  );
}

function EntryRow(props: { building: Building; placed: Placed; among: Placed[] }): JSX.Element {
  const { building, placed, among } = props;
  const shown = building.shown as MusterWire;
  const name = called(placed);
  const index = among.indexOf(placed);
  const faults = shown.faults.filter((f) => samePath(f.at ?? [], placed.at)).length;
  const move = (to: number) => {
    if (to < 0 || to >= among.length) return;
    building.change([{ do: "reorder", at: [...placed.at], to }], []);
  };
  const keys = (e: KeyboardEvent) => {
    const by = e.altKey ? (e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0) : 0;
    if (!by) return;
    e.preventDefault();
    move(index + by);
  };
  // Far down, only what somebody is at work at is shown piece by piece.
  const whole = placed.at.length === 1 || samePath(building.place.slice(0, placed.at.length), placed.at);
  const options = partsAt(shown, placed.at).filter((p) => !whole || !standsAlone(p));
  return (
    <li>
      <div
        class={`muster-entry ${samePath(building.place, placed.at) ? "now" : ""}`}
        draggable={among.length > 1}
        onDragStart={(e) => e.dataTransfer?.setData("text/plain", JSON.stringify(placed.at))}
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault();
          const from = dropped(e, among);
          if (from) building.change([{ do: "reorder", at: [...from.at], to: index }], []);
        }}
      >
        <button
          type="button"
          class="muster-pick"
          aria-pressed={samePath(building.place, placed.at)}
          onClick={() => {
            building.select(placed.at);
            showChoices();
          }}
          onKeyDown={keys}
        >
          <b>{words(placed)}</b>
          {name !== placed.profile?.title && <span class="small muted">{placed.profile?.title}</span>}
          {options.length > 0 && <span class="small muted">{options.map(words).join(", ")}</span>}
          {faults > 0 && <span class="chip bad">{w.faults(faults)}</span>}
        </button>
        {shown.currency && <span class="muster-price mono">{placed.profile?.price ?? 0}</span>}
        <span class="muster-tools">
          {among.length > 1 && (
            <>
              <button
                type="button"
                class="button quiet icon"
                aria-label={w.earlier(name)}
                disabled={index === 0}
                onClick={() => move(index - 1)}
              >
                <Icon name="raise" />
              </button>
              <button
                type="button"
                class="button quiet icon"
                aria-label={w.later(name)}
                disabled={index === among.length - 1}
                onClick={() => move(index + 1)}
              >
                <Icon name="lower" />
              </button>
            </>
          )}
          <Button
            icon="copy"
            label={w.duplicate(name)}
            kind="quiet"
            onClick={() => building.change([{ do: "duplicate", at: [...placed.at] }], [])}
          />
          <Button
            icon="close"
            label={w.remove(name)}
            kind="quiet"
            onClick={() => building.change([{ do: "remove", at: [...placed.at] }], [])}
          />
        </span>
      </div>
      {whole && <EntryTree building={building} at={placed.at} />}
    </li>
  );
}

/** Where the columns stand below each other, whoever chooses an entry wants to see what can be chosen for it. */
function showChoices(): void {
  if (!matchMedia("(max-width: 720px)").matches) return;
  document.getElementById("muster-choices")?.scrollIntoView({ block: "start" });
}

/** Which of these was dragged here; nothing if it comes from elsewhere. */
function dropped(e: DragEvent, among: readonly Placed[]): Placed | undefined {
  try {
    const at = JSON.parse(e.dataTransfer?.getData("text/plain") ?? "") as number[];
    return among.find((p) => samePath(p.at, at));
  } catch {
    return undefined;
  }
}

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Refusals, RuleLink } from "../ui/parts";
import type { Candidate, MusterWire, Slot } from "../wire";
import { type Building, samePath } from "./building";
import { called, partsAt } from "./entries";
import { w } from "./strings";

const FEW = 4;

const matches = (c: Candidate, words: string): boolean =>
  !words || `${c.title} ${c.about ?? ""} ${(c.effect ?? []).join(" ")}`.toLowerCase().includes(words.toLowerCase());

/** Where many are closed, those that can be chosen come first; a few stay in the order of the book. */
function openFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const shut = (c: Candidate) => !c.chosen && !!c.refusals?.length;
  if (candidates.filter(shut).length <= FEW) return candidates;
  return [...candidates.filter((c) => !shut(c)), ...candidates.filter(shut)];
}

/** All that can be chosen at the place that is looked at: open or closed, with price, effect and reasons. */
export function Choices(props: { building: Building }): JSX.Element {
  const { building } = props;
  const shown = building.shown as MusterWire;
  const [words, setWords] = useState("");
  const slots = shown.slots.filter((s) => samePath(s.at, building.place));
  const found = slots
    .map((slot) => ({ slot, candidates: openFirst(slot.candidates.filter((c) => matches(c, words))) }))
    .filter((f) => f.candidates.length);
  return (
    <>
      {slots.some((s) => s.candidates.length > FEW) && (
        <label class="field">
          <span class="hidden-label">{w.searchAbout}</span>
          <input type="search" placeholder={w.search} value={words} onInput={(e) => setWords(e.currentTarget.value)} />
        </label>
      )}
      {!found.length && <p class="muted">{words ? w.nothing : w.nothingToChoose}</p>}
      {found.map(({ slot, candidates }) => (
        <SlotBox key={slot.group} building={building} slot={slot} candidates={candidates} />
      ))}
    </>
  );
}

function SlotBox(props: { building: Building; slot: Slot; candidates: readonly Candidate[] }): JSX.Element {
  const { building, slot } = props;
  return (
    <fieldset class="plain muster-slot">
      <legend>
        {slot.title}
        {slot.about && <span class="small muted"> {slot.about}</span>}
      </legend>
      <ul>
        {props.candidates.map((c) => (
          <CandidateRow key={c.pick} building={building} slot={slot} candidate={c} />
        ))}
      </ul>
      {slot.counts && <Counts building={building} slot={slot} />}
    </fieldset>
  );
}

function CandidateRow(props: { building: Building; slot: Slot; candidate: Candidate }): JSX.Element {
  const { building, slot, candidate: c } = props;
  const [asked, setAsked] = useState(false);
  const refusals = c.refusals ?? [];
  const chosen = (c.chosen ?? 0) > 0;
  const shut = refusals.length > 0 && !chosen;
  const single = slot.most === 1 || !slot.repeats;
  const take = () => building.change([c.change]);
  return (
    <li class={`muster-candidate ${chosen ? "chosen" : ""} ${refusals.length ? "closed" : ""}`}>
      <button
        type="button"
        aria-pressed={single ? chosen : undefined}
        aria-expanded={refusals.length ? asked : undefined}
        onClick={() => (refusals.length ? setAsked(!asked) : take())}
      >
        <span class="muster-title">
          {c.title}
          {chosen && slot.repeats && <span class="small muted">{w.chosen(c.chosen ?? 0)}</span>}
          {refusals.length > 0 && <span class="chip">{chosen ? w.needed : w.closed}</span>}
        </span>
        {c.about && (!shut || asked) && <span class={`small muted ${asked ? "" : "about"}`}>{c.about}</span>}
        {(c.effect ?? []).length > 0 && (!shut || asked) && (
          <span class="small effect">{(c.effect ?? []).join("; ")}</span>
        )}
        {shut && !asked && <span class="small muted about">{refusals[0]?.says}</span>}
        {building.shown?.currency && <span class="mono muster-price">{w.price(c.price ?? 0)}</span>}
      </button>
      {!shut && <RuleLink game={building.shown?.army.game ?? ""} rule={c.rule} />}
      {asked && refusals.length > 0 && (
        <div class="muster-why">
          <Refusals game={building.shown?.army.game ?? ""} why={refusals} />
          <button type="button" class="button quiet" onClick={take}>
            {w.anyway}
          </button>
        </div>
      )}
    </li>
  );
}

/** How many of each, where a group counts. */
function Counts(props: { building: Building; slot: Slot }): JSX.Element {
  const { building, slot } = props;
  const [low, high] = slot.counts as [number, number];
  const parts = partsAt(building.shown as MusterWire, slot.at).filter((p) => p.entry.group === slot.group);
  return (
    <div class="muster-counts">
      {parts.map((p) => (
        <label key={p.at.join(".")} class="field">
          <span>{w.count(called(p))}</span>
          <input
            type="number"
            inputMode="numeric"
            min={low}
            max={high}
            value={p.entry.count ?? 1}
            onChange={(e) =>
              building.change([{ do: "count", at: [...p.at], count: e.currentTarget.valueAsNumber || 0 }])
            }
          />
        </label>
      ))}
    </div>
  );
}

/** The numbers of an entry as they become; what was changed by a choice stands out. */
export function ProfileTable(props: { building: Building }): JSX.Element | null {
  const { building } = props;
  const profile = building.shown?.entries.find((p) => samePath(p.at, building.place));
  if (!profile?.lines?.length) return null;
  return (
    <table class="muster-profile">
      <caption class="hidden-label">{w.profile(profile.title)}</caption>
      <tbody>
        {profile.lines.map((line) => {
          if (!line.text && !line.plain) return null;
          const changed = line.plain !== undefined && line.plain !== null && line.plain !== line.text;
          return (
            <tr key={line.label}>
              <th scope="row">{line.label}</th>
              <td>
                {changed ? <strong class="effect">{line.text}</strong> : line.text}
                {changed && line.plain && <span class="small muted"> {w.was(line.plain)}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

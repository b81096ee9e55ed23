import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { armyOf, type Kept, latest, listsOf } from "../muster/kept";
import { api } from "../net/api";
import { seated } from "../net/mine";
import { go, link } from "../router";
import { settings } from "../settings";
import { GAMES, t } from "../strings";
import { hues } from "../ui/hues";
import { OriginWord } from "../ui/origin";
import { SideSign, TopBar } from "../ui/parts";
import type { GameDetail, GameWire, LevelWire, OfferWire, Options, SeatPlan } from "../wire";
import { Known, knownIn, SetupForm } from "./setup";

type Kind = NonNullable<SeatPlan["kind"]>;
type Pace = NonNullable<Options["pace"]>;

const GRACES: Record<Pace, number[]> = {
  live: [60, 120, 300, 900, 3600],
  correspondence: [86_400, 3 * 86_400, 7 * 86_400, 14 * 86_400],
};
const usual = (pace: Pace) => GRACES[pace][1] ?? 120;

function plans(offer: OfferWire | undefined): SeatPlan[] {
  return (offer?.seats ?? []).map((_, i) => ({
    kind: i === 0 ? "human" : "machine",
    level: "tactician",
    name: i === 0 ? settings.peek().name : "",
  }));
}

function Choices<T extends string>(props: {
  label: string;
  now: T;
  among: readonly { id: T; title: string; about?: string; origin?: string }[];
  onTake: (id: T) => void;
}): JSX.Element {
  return (
    <fieldset class="plain stack">
      <legend class="eyebrow">{props.label}</legend>
      <div class="cards" role="radiogroup" aria-label={props.label}>
        {props.among.map((one) => (
          <button
            key={one.id}
            type="button"
            class="choice"
            role="radio"
            aria-checked={props.now === one.id}
            onClick={() => props.onTake(one.id)}
          >
            <b>{one.title}</b>
            {one.about && <span class="small muted">{one.about}</span>}
            {one.origin && <OriginWord origin={one.origin} />}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const MANY = 12; // ready battles that can be taken in at a glance

/** Ready battles; where there are many, first what they are about and then who fights where. */
function Battles(props: { now: string; offers: readonly OfferWire[]; onTake: (id: string) => void }): JSX.Element {
  const { now, offers, onTake } = props;
  const kinds = [...new Set(offers.map((o) => o.title))];
  if (offers.length <= MANY || kinds.length === offers.length)
    return <Choices label={t.create.offer} now={now} among={offers} onTake={onTake} />;
  const kind = offers.find((o) => o.id === now)?.title ?? "";
  const like = offers.filter((o) => o.title === kind);
  const firstOf = (title: string) => offers.find((o) => o.title === title);
  return (
    <>
      <Choices
        label={t.create.offer}
        now={kind}
        among={kinds.map((k) => ({ id: k, title: k, origin: firstOf(k)?.origin ?? "" }))}
        onTake={(k) => onTake(firstOf(k)?.id ?? "")}
      />
      <Choices
        label={t.create.sides}
        now={now}
        among={like.map((o) => ({ id: o.id, title: o.about }))}
        onTake={onTake}
      />
    </>
  );
}

/** `list`: one of this device that sits down in the first seat. */
export function CreatePage(props: { game: string; list: string }): JSX.Element {
  const [games, setGames] = useState<GameWire[]>([]);
  const [detail, setDetail] = useState<GameDetail | null>(null);
  const [offer, setOffer] = useState("");
  const [setup, setSetup] = useState<unknown>(undefined);
  const [seats, setSeats] = useState<SeatPlan[]>([]);
  const [armies, setArmies] = useState<string[]>([props.list]); // by seat: lists of this device; "": that of the battle
  const [options, setOptions] = useState<Options>({
    dice: "server",
    undo: "consent",
    seconds: null,
    pace: "live",
    grace: usual("live"),
    claim: true,
  });
  const [fail, setFail] = useState("");
  const take = (from: GameDetail, id: string) => {
    setOffer(id);
    setSetup(undefined);
    setSeats(plans(from.offers.find((o) => o.id === id)));
  };
  useEffect(() => {
    api.games().then(
      (all) => {
        setGames(all);
        if (!props.game && all[0]) go(`/create/${all[0].id}`, true);
      },
      (e: Error) => setFail(e.message),
    );
  }, []);
  useEffect(() => {
    setDetail(null);
    if (props.game)
      api.game(props.game).then(
        (d) => {
          setDetail(d);
          take(d, d.offers[0]?.id ?? "");
        },
        (e: Error) => setFail(e.message),
      );
  }, [props.game]);

  const chosen = detail?.offers.find((o) => o.id === offer);
  const own = listsOf(props.game);
  const known = useMemo(() => knownIn((detail?.offers ?? []).map((o) => o.setup)), [detail]);
  const create = (e: Event) => {
    e.preventDefault();
    setFail("");
    api
      .create({
        game: props.game,
        offer: setup === undefined ? offer : "",
        ...(setup === undefined ? {} : { setup }),
        ...(armies.some(Boolean) ? { lists: seats.map((_, i) => armyOf(armies[i] ?? "")) } : {}),
        seats,
        options,
      })
      .then(
        (answer) => {
          seated(answer);
          go(`/table/${answer.room.id}`);
        },
        (e: Error) => setFail(e.message),
      );
  };
  const seat = (i: number, part: Partial<SeatPlan>) => setSeats(seats.map((s, k) => (k === i ? { ...s, ...part } : s)));
  return (
    <>
      <TopBar />
      <main class="page">
        <h1>{t.create.title}</h1>
        <form class="create" onSubmit={create}>
          <div class="stack">
            <Choices
              label={t.create.game}
              now={props.game}
              among={games.map((g) => ({ id: g.id, title: GAMES[g.id]?.title ?? g.title }))}
              onTake={(id) => go(`/create/${id}`, true)}
            />
            {detail && <Battles now={offer} offers={detail.offers} onTake={(id) => take(detail, id)} />}
            {chosen?.setup !== undefined && chosen.setup !== null && (
              <details>
                <summary>{t.create.setup}</summary>
                <Known.Provider value={known}>
                  <SetupForm value={setup ?? chosen.setup} onChange={setSetup} />
                </Known.Provider>
              </details>
            )}
          </div>
          <div class="card stack who">
            {chosen && (
              <fieldset class="plain stack">
                <legend class="eyebrow">{t.create.seats}</legend>
                <ul class="seats-form" style={hues(chosen.colours ?? [])}>
                  {seats.map((s, i) => (
                    <SeatRow
                      key={i}
                      seat={i}
                      title={chosen.seats[i] ?? ""}
                      plan={s}
                      levels={detail?.levels ?? []}
                      onChange={(part) => seat(i, part)}
                    >
                      <ArmyChoice
                        title={chosen.seats[i] ?? ""}
                        lists={own}
                        now={armies[i] ?? ""}
                        onTake={(id) => setArmies(seats.map((_, k) => (k === i ? id : (armies[k] ?? ""))))}
                      />
                    </SeatRow>
                  ))}
                </ul>
                {games.find((g) => g.id === props.game)?.muster && (
                  <a {...link(`/muster/${props.game}`)}>{t.create.listBuild}</a>
                )}
                {(detail?.levels ?? [])
                  .filter((l) => seats.some((s) => s.kind === "machine" && s.level === l.id))
                  .map((l) => (
                    <p key={l.id} class="small muted">
                      {t.level(l.id)}: {l.about}
                    </p>
                  ))}
              </fieldset>
            )}
            <RoomOptions options={options} onChange={setOptions} />
            {fail && (
              <p class="notice bad" role="alert">
                {fail}
              </p>
            )}
            <button type="submit" class="button primary" disabled={!chosen}>
              {t.create.go}
            </button>
          </div>
        </form>
      </main>
    </>
  );
}

/** Which list fights in a seat: that of the battle, or one of this device. */
function ArmyChoice(props: {
  title: string;
  lists: readonly Kept[];
  now: string;
  onTake: (id: string) => void;
}): JSX.Element | null {
  if (!props.lists.length) return null;
  return (
    <label>
      <span class="hidden-label">{t.create.listOf(props.title)}</span>
      <select value={props.now} onChange={(e) => props.onTake(e.currentTarget.value)}>
        <option value="">{t.create.listAsIs}</option>
        {props.lists.map((kept) => (
          <option key={kept.id} value={kept.id}>
            {t.create.listMine(latest(kept).army.name ?? "", latest(kept).total)}
          </option>
        ))}
      </select>
    </label>
  );
}

function SeatRow(props: {
  seat: number;
  title: string;
  plan: SeatPlan;
  levels: readonly LevelWire[];
  onChange: (part: Partial<SeatPlan>) => void;
  children: ComponentChildren;
}): JSX.Element {
  const { plan, title, onChange } = props;
  return (
    <li>
      <span class="seat">
        <SideSign seat={props.seat} /> {title}
      </span>
      <label>
        <span class="hidden-label">{t.create.whoIn(title)}</span>
        <select value={plan.kind} onChange={(e) => onChange({ kind: e.currentTarget.value as Kind })}>
          {(["human", "open", "machine"] as Kind[]).map((k) => (
            <option key={k} value={k}>
              {t.create.kinds[k]}
            </option>
          ))}
        </select>
      </label>
      {plan.kind === "machine" ? (
        <label>
          <span class="hidden-label">{t.create.levelOf(title)}</span>
          <select value={plan.level} onChange={(e) => onChange({ level: e.currentTarget.value })}>
            {props.levels.map((l) => (
              <option key={l.id} value={l.id}>
                {t.level(l.id)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label>
          <span class="hidden-label">{t.create.nameOf(title)}</span>
          <input
            type="text"
            maxLength={40}
            placeholder={t.create.name}
            value={plan.name}
            onInput={(e) => onChange({ name: e.currentTarget.value })}
          />
        </label>
      )}
      {props.children}
    </li>
  );
}

/** How the dice are rolled, what may be taken back, how long a decision may take, and what if somebody stays away. */
function RoomOptions(props: { options: Options; onChange: (options: Options) => void }): JSX.Element {
  const { options, onChange } = props;
  return (
    <>
      <label class="field">
        <span>{t.create.dice}</span>
        <select
          value={options.dice}
          onChange={(e) => onChange({ ...options, dice: e.currentTarget.value as "server" })}
        >
          <option value="server">{t.create.diceServer}</option>
          <option value="typed">{t.create.diceTyped}</option>
        </select>
      </label>
      <label class="field">
        <span>{t.create.undo}</span>
        <select value={options.undo} onChange={(e) => onChange({ ...options, undo: e.currentTarget.value as "free" })}>
          {(["free", "consent", "strict"] as const).map((u) => (
            <option key={u} value={u}>
              {t.create.undos[u]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.create.seconds}</span>
        <select
          value={String(options.seconds ?? "")}
          onChange={(e) =>
            onChange({ ...options, seconds: e.currentTarget.value ? Number(e.currentTarget.value) : null })
          }
        >
          <option value="">{t.create.noLimit}</option>
          {[30, 60, 120, 300].map((s) => (
            <option key={s} value={s}>
              {t.duration(s)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.create.pace}</span>
        <select
          value={options.pace}
          onChange={(e) =>
            onChange({ ...options, pace: e.currentTarget.value as Pace, grace: usual(e.currentTarget.value as Pace) })
          }
        >
          {(["live", "correspondence"] as const).map((p) => (
            <option key={p} value={p}>
              {t.create.paces[p]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.create.grace}</span>
        <select
          value={options.grace ?? 0}
          onChange={(e) => onChange({ ...options, grace: Number(e.currentTarget.value) })}
        >
          {GRACES[options.pace ?? "live"].map((s) => (
            <option key={s} value={s}>
              {t.duration(s)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        <input
          type="checkbox"
          checked={options.claim ?? true}
          onChange={(e) => onChange({ ...options, claim: e.currentTarget.checked })}
        />
        <span class="grow">{t.create.claim}</span>
      </label>
    </>
  );
}

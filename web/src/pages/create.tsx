import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { chosenArmy, ListChoice } from "../muster/choosing";
import { api } from "../net/api";
import { sitDown } from "../net/meetings";
import { seated } from "../net/mine";
import { go, link } from "../router";
import { settings } from "../settings";
import { GAMES, t } from "../strings";
import { Select } from "../ui/fields";
import { hues } from "../ui/hues";
import { OriginWord } from "../ui/origin";
import { Button, Failure, SideSign, TopBar } from "../ui/parts";
import type { BookWire, GameDetail, GameWire, LevelWire, NewRoom, OfferWire, Options, SeatPlan } from "../wire";
import { ReadingsForm } from "./readings";
import { RoomOptions, USUAL } from "./room-options";
import { Known, knownIn, SetupForm } from "./setup";
import "./create.css";

const KINDS = ["human", "open", "machine"] as const;

const agreed = (setup: unknown): string[] => (setup as { readings?: string[] } | null)?.readings ?? [];

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

/** Who sits where, with something `beside` each seat; below, what the machines among them are like. */
function Seats(props: {
  offer: OfferWire;
  seats: readonly SeatPlan[];
  levels: readonly LevelWire[];
  onChange: (seats: SeatPlan[]) => void;
  beside: (seat: number, title: string) => ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  const { offer, seats, levels } = props;
  return (
    <fieldset class="plain stack">
      <legend class="eyebrow">{t.create.seats}</legend>
      <ul class="seats-form" style={hues(offer.colours ?? [])}>
        {seats.map((s, i) => {
          const title = offer.seats[i] ?? "";
          return (
            <SeatRow
              key={i}
              seat={i}
              title={title}
              plan={s}
              levels={levels}
              onChange={(part) => props.onChange(seats.map((s, k) => (k === i ? { ...s, ...part } : s)))}
            >
              {props.beside(i, title)}
            </SeatRow>
          );
        })}
      </ul>
      {props.children}
      {levels
        .filter((l) => seats.some((s) => s.kind === "machine" && s.level === l.id))
        .map((l) => (
          <p key={l.id} class="small muted">
            {t.level(l.id)}: {l.about}
          </p>
        ))}
    </fieldset>
  );
}

/** A table as far as it was set up by somebody who went to build a list for one of its seats. */
interface Left {
  game: string;
  offer: string;
  setup: unknown;
  seats: SeatPlan[];
  armies: string[];
  options: Options;
  closed: boolean;
}

let left: Left | null = null;

/** `list`: one of this device that sits down in a seat. */
export function CreatePage(props: { game: string; list: string; seat: number }): JSX.Element {
  const { list, seat: forSeat } = props;
  const [begun] = useState(list && left?.game === props.game ? left : null);
  const [games, setGames] = useState<GameWire[]>([]);
  const [detail, setDetail] = useState<GameDetail | null>(null);
  const [book, setBook] = useState<BookWire | null>(null);
  const [offer, setOffer] = useState("");
  const [setup, setSetup] = useState<unknown>(begun?.setup);
  const [seats, setSeats] = useState<SeatPlan[]>(begun?.seats ?? []);
  const [armies, setArmies] = useState<string[]>(withList(begun?.armies ?? [], forSeat, list)); // by seat; "": as it is
  const [fits, setFits] = useState<string[] | null>(null); // battles of the list that was brought here
  const [options, setOptions] = useState<Options>(begun?.options ?? USUAL);
  const [closed, setClosed] = useState(begun?.closed ?? false);
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
          if (begun) setOffer(begun.offer);
          else take(d, d.offers[0]?.id ?? "");
        },
        (e: Error) => setFail(e.message),
      );
  }, [props.game]);
  const game = games.find((g) => g.id === props.game);
  const muster = game?.muster ?? false;
  useEffect(() => {
    setBook(null);
    if (muster) api.book(props.game).then(setBook, () => undefined); // without it, only ready lists are missing
  }, [props.game, muster]);
  useEffect(() => {
    const army = begun ? null : chosenArmy(null, list);
    if (!army || !detail || army.game !== props.game) return;
    api.battlesFor(props.game, { army }).then(
      ({ battles }) => {
        setFits(battles);
        if (battles[0]) take(detail, battles[0]);
      },
      () => undefined, // the server says at the table what is wrong
    );
  }, [detail]);

  const chosen = detail?.offers.find((o) => o.id === offer);
  const known = useMemo(() => knownIn((detail?.offers ?? []).map((o) => o.setup)), [detail]);
  const create = (e: Event) => {
    e.preventDefault();
    setFail("");
    const plan: NewRoom = {
      game: props.game,
      offer: setup === undefined ? offer : "",
      ...(setup === undefined ? {} : { setup }),
      ...(armies.some(Boolean) ? { lists: seats.map((_, i) => chosenArmy(book, armies[i] ?? "")) } : {}),
      seats,
      options,
    };
    const opened = mayClose && closed ? meet(plan) : sit(plan);
    opened.then(
      () => {
        left = null;
      },
      (e: Error) => setFail(e.message),
    );
  };
  const mayClose = muster && seats.some((s) => s.kind === "open");
  const build = (i: number) => {
    left = { game: props.game, offer, setup, seats, armies, options, closed };
    go(`/muster/${props.game}/build/${i}`);
  };
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
            {detail && <Battles now={offer} offers={inOrder(detail.offers, fits)} onTake={(id) => take(detail, id)} />}
            {fits && !fits.includes(offer) && armies[forSeat] === list && <p class="notice">{t.create.listMisfit}</p>}
            {chosen?.setup !== undefined && chosen.setup !== null && (
              <details>
                <summary>{t.create.setup}</summary>
                <Known.Provider value={known}>
                  <SetupForm value={setup ?? chosen.setup} hidden={["readings"]} onChange={setSetup} />
                </Known.Provider>
              </details>
            )}
            {chosen && (
              <ReadingsForm
                game={props.game}
                readings={detail?.readings ?? []}
                chosen={agreed(setup ?? chosen.setup)}
                onChange={(readings) => setSetup({ ...((setup ?? chosen.setup) as object), readings })}
              />
            )}
          </div>
          <div class="card stack who">
            {chosen && (
              <Seats
                offer={chosen}
                seats={seats}
                levels={detail?.levels ?? []}
                onChange={setSeats}
                beside={(i, title) =>
                  muster &&
                  (i === 0 || !game?.together) /* those on one side have one list */ && (
                    <span class="row">
                      <ListChoice
                        game={props.game}
                        book={book}
                        label={t.create.listOf(title)}
                        words={{ asIs: t.create.listAsIs, mine: t.create.listOwn, ready: t.create.listReady }}
                        now={armies[i] ?? ""}
                        onTake={(id) => setArmies(withList(armies, i, id))}
                      />
                      <Button icon="plus" label={t.create.listBuildFor(title)} onClick={() => build(i)} />
                    </span>
                  )
                }
              >
                {muster && <a {...link(`/muster/${props.game}`)}>{t.create.listBuild}</a>}
                {mayClose && (
                  <label class="row">
                    <input type="checkbox" checked={closed} onChange={(e) => setClosed(e.currentTarget.checked)} />
                    <span class="grow">
                      {t.create.closed}
                      <span class="small muted block">{t.create.closedAbout}</span>
                    </span>
                  </label>
                )}
              </Seats>
            )}
            <RoomOptions options={options} onChange={setOptions} />
            <Failure says={fail} />
            <button type="submit" class="button primary" disabled={!chosen}>
              {mayClose && closed ? t.create.goClosed : t.create.go}
            </button>
          </div>
        </form>
      </main>
    </>
  );
}

/** The lists of the seats with this one in one of them. */
const withList = (armies: readonly string[], seat: number, list: string): string[] =>
  Array.from({ length: Math.max(armies.length, seat + 1) }, (_, i) => (i === seat ? list : (armies[i] ?? "")));

/** Battles that a list can fight stand before those that it cannot. */
const inOrder = (offers: readonly OfferWire[], fits: readonly string[] | null): readonly OfferWire[] =>
  fits ? [...offers.filter((o) => fits.includes(o.id)), ...offers.filter((o) => !fits.includes(o.id))] : offers;

const sit = (plan: NewRoom): Promise<void> =>
  api.create(plan).then((answer) => {
    seated(answer);
    go(`/table/${answer.room.id}`);
  });

const meet = (plan: NewRoom): Promise<void> =>
  api.meet(plan).then((answer) => {
    sitDown(answer);
    go(`/meet/${answer.meeting.id}`);
  });

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
        <Select
          value={plan.kind ?? "human"}
          options={KINDS}
          words={(kind) => t.create.kinds[kind]}
          onTake={(kind) => onChange({ kind })}
        />
      </label>
      {plan.kind === "machine" ? (
        <label>
          <span class="hidden-label">{t.create.levelOf(title)}</span>
          <Select
            value={plan.level ?? ""}
            options={props.levels.map((l) => l.id)}
            words={t.level}
            onTake={(level) => onChange({ level })}
          />
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

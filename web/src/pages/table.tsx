import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { GameScene } from "../art/scenes";
import { Decision } from "../asks/decision";
import { Desk } from "../asks/desk";
import { orderWords } from "../asks/standing";
import type { Camera } from "../board/camera";
import { useSideNames } from "../board/sides";
import { isIdle, Table, undecided } from "../net/table";
import type { View } from "../net/view";
import { Chat } from "../panels/chat";
import { Coach } from "../panels/coach";
import { DiceTray } from "../panels/dice";
import { FairDice } from "../panels/fair";
import { GoalCard } from "../panels/goal";
import { Log } from "../panels/log";
import { Hand, isHand, Panels } from "../panels/panels";
import { Position, TokenCard } from "../panels/position";
import { play, soundsOf } from "../panels/sound";
import { settings } from "../settings";
import { useStory, visit } from "../story/following";
import { LiveStory } from "../story/live";
import { t } from "../strings";
import { hues } from "../ui/hues";
import { Button, Tabs, TopBar } from "../ui/parts";
import { type EventWire, type Panel, SPECTATOR } from "../wire";
import { AwayBox } from "./away";
import { AdriftNote, CampaignPage, isCampaign } from "./campaign";
import { PromptLine } from "./headline";
import { InviteBox, JoinBox } from "./join";
import { useAgreed } from "./readings";
import { TableBoard } from "./table-board";
import { useTableKeys } from "./table-keys";
import { HandOver, Outcome, TableBar, UndoAsked } from "./table-parts";
import "./table.css";

const TABS = ["log", "state", "position", "chat"] as const;
export type Tab = (typeof TABS)[number];

export function TablePage(props: { room: string }): JSX.Element {
  const table = useMemo(() => new Table(props.room), [props.room]);
  const desk = useMemo(() => new Desk(table), [table]);
  useEffect(() => {
    table.open();
    return () => {
      desk.close();
      table.close();
    };
  }, [table]);
  const tab = useSignal<Tab>("log");
  const shown = useSignal("");
  const tool = useSignal<"" | "ruler" | "sight" | "rings">("");
  const camera = useSignal<Camera | null>(null);
  const covered = useCover(table);
  const playback = useStory(table);
  const unread = useUnread(table, tab);
  useTitle(table);
  useFront(table);
  useSounds(table);
  useTableKeys({ desk, tab, tool, shown, camera, covered, playback });

  const room = table.room.value;
  useAgreed(room);
  useSideNames(room);
  const board = table.board.value;
  const view = table.view.value;
  const seatName = (seat: number) => {
    const s = room?.seats.find((k) => k.seat === seat);
    return s ? (room?.together ? s.title : s.name || s.title) : t.seat(seat);
  };
  if (!room || !board || !view) {
    return (
      <>
        <TopBar />
        <main class="page narrow" aria-busy={!table.trouble.value}>
          <h1>{table.trouble.value ? t.table.noTable : t.table.opening}</h1>
          {table.trouble.value && <p>{table.trouble.value}</p>}
          {table.line.value === "broken" && <p role="status">{t.prompt.broken}</p>}
          <p>
            <a href="#/">{t.table.home}</a>
          </p>
        </main>
      </>
    );
  }
  if (covered.value !== null)
    return (
      <HandOver
        view={table.views.value[covered.value]}
        seat={covered.value}
        name={seatName(covered.value)}
        onReady={() => {
          table.seat.value = covered.peek() ?? SPECTATOR;
          covered.value = null;
        }}
      />
    );
  const tokens = [...playback.table.value.values()];
  const told = view.events.slice(0, playback.told.value);
  const show = (id: string) => (shown.value = id);
  const token = shown.value ? view.tokens.get(shown.value) : undefined;
  return (
    <div class="table-page" style={hues(room.seats.map((s) => s.colour))}>
      <TableBar table={table} desk={desk} room={room} view={view} seatName={seatName} />
      <PromptLine table={table} view={view} playback={playback} seatName={seatName} />
      {tab.value !== "log" && <LiveStory events={told} />}
      <main class="play">
        {board.width > 0 ? (
          <TableBoard
            desk={desk}
            board={board}
            view={view}
            tokens={tokens}
            playback={playback}
            seatName={seatName}
            tool={tool}
            shown={shown}
            onCamera={(c) => (camera.value = c)}
          />
        ) : isCampaign(view.panels) ? (
          <CampaignPage room={room} view={view} />
        ) : (
          <NoBoard game={room.game} view={view} />
        )}
        <div class="side">
          <h2 class="hidden-label">{t.tabs.name}</h2>
          {room.closed && (
            <p class="notice bad" role="status">
              {room.closed}
            </p>
          )}
          {view.result && !playback.playing.value && (
            <Outcome
              table={table}
              room={room}
              result={view.result}
              story={view.panels.filter((p) => p.kind === "story")}
              seatName={seatName}
            />
          )}
          {!view.result && <AdriftNote room={room} />}
          {room.notes?.map((note) => (
            <p key={note} class="notice">
              {note}
            </p>
          ))}
          {!table.held.value.length && <JoinBox room={room} onSeated={() => table.again()} />}
          <UndoAsked table={table} />
          {!view.result && <AwayBox table={table} room={room} seatName={seatName} />}
          <InviteBox table={table} room={room} seatName={seatName} />
          {!view.result && (
            <Coach
              room={room.id}
              game={room.game}
              view={view}
              ask={desk.ask.value}
              told={told}
              deeds={table.deeds.value}
              playback={playback}
            />
          )}
          {!view.result && <Decision desk={desk} game={room.game} seatName={seatName} />}
          {view.panels
            .filter((p) => p.kind === "goal")
            .map((p) => (
              <GoalCard key={p.id} room={room.id} game={room.game} panel={p} deeds={table.deeds.value} />
            ))}
          <Hand panels={view.panels.filter((p) => isHand(p, view.seat))} game={room.game} />
          <DiceTray
            dice={playback.playing.value ? (told.findLast((e) => e.dice?.length)?.dice ?? []) : table.dice.value}
            events={told}
            seatName={seatName}
          />
          <FairDice table={table} room={room} seatName={seatName} />
          {token && <TokenCard token={token} game={room.game} seatName={seatName} onClose={() => (shown.value = "")} />}
          <Tabs tabs={TABS} now={tab} words={t.tabs} unread={{ chat: unread }}>
            {tab.value === "log" && (
              <Log
                events={told}
                tokens={tokens}
                game={room.game}
                visited={playback.visiting.value?.index}
                onPoint={(on) => (playback.lit.value = on)}
                onVisit={(i) => void visit(table, playback, i, told[i] as EventWire)}
              />
            )}
            {tab.value === "state" && <State view={view} game={room.game} onShow={show} desk={desk} />}
            {tab.value === "position" && <Position board={board} tokens={tokens} seatName={seatName} onShow={show} />}
            {tab.value === "chat" && <Chat table={table} room={room} view={view} seatName={seatName} />}
          </Tabs>
        </div>
      </main>
    </div>
  );
}

/** How much others have said since the chat was last open. */
function useUnread(table: Table, tab: Signal<Tab>): number {
  const read = useSignal<number | null>(null);
  const lines = table.chat.value;
  const open = tab.value === "chat";
  useEffect(() => {
    if (table.room.value && (open || read.peek() === null)) read.value = lines.length;
  }, [open, lines, table.room.value]);
  const held = table.held.value;
  return open || read.value === null
    ? 0
    : lines.slice(read.value).filter((line) => !held.includes(line.seat ?? SPECTATOR)).length;
}

/** A game without a board, such as a campaign: what it has to show takes the place of one. */
function NoBoard(props: { game: string; view: View }): JSX.Element {
  return (
    <section class="no-board" aria-label={t.board.table}>
      <GameScene game={props.game} />
      <h2>{t.tabs.state}</h2>
      <Panels panels={props.view.panels} game={props.game} />
    </section>
  );
}

function State(props: { view: View; game: string; onShow: (id: string) => void; desk: Desk }): JSX.Element {
  const orders = Object.entries(props.view.orders);
  return (
    <>
      <Panels
        panels={props.view.panels.filter((p) => !isHand(p, props.view.seat))}
        game={props.game}
        onShow={props.onShow}
      />
      {orders.length > 0 && (
        <section class="panel" aria-label={t.orders.title}>
          <h3>{t.orders.title}</h3>
          <ul>
            {orders.map(([key, order]) => (
              <li key={key}>
                <span class="grow">{t.orders.stands(key, orderWords(order, props.view.tokens))}</span>
                <Button label={t.orders.end} onClick={() => void props.desk.table.order(key)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The timer of people who play several roles of one side. Seats hear of a change one after the other, so the newest
 * view counts: two that stand at different actions must not call each other forth. */
function timed(table: Table): Panel | undefined {
  if (!table.room.value?.together) return undefined;
  const latest = Object.values(table.views.value).reduce<View | null>(
    (a, b) => (a && a.version >= b.version ? a : b),
    null,
  );
  return latest?.panels.find((p) => p.timer);
}

/** The title of the page says whose turn it is, for whoever looks at another tab. */
function useTitle(table: Table): void {
  const title = useComputed(() => {
    const [room, view] = [table.room.value, table.view.value];
    if (!room || !view) return t.titles.table;
    return undecided(view).length && !isIdle(view) ? t.titles.yourTurn(room.title) : room.title;
  });
  useEffect(
    () =>
      title.subscribe((words) => {
        document.title = words;
      }),
    [table],
  );
}

/** Several roles of one side at one screen: the role whose action appears comes to the front. */
function useFront(table: Table): void {
  const front = useComputed(() => {
    const panel = timed(table);
    return panel ? `${panel.timer?.seat ?? SPECTATOR} ${panel.lines?.[0]?.label}` : "";
  });
  useEffect(
    () =>
      front.subscribe((found) => {
        const seat = Number.parseInt(found, 10);
        if (table.held.peek().includes(seat)) table.seat.value = seat;
      }),
    [table],
  );
}

/** What happens is heard: the new view of the seat at the front against the one before. */
function useSounds(table: Table): void {
  useEffect(() => {
    let before = table.view.peek();
    return table.view.subscribe((after) => {
      const sounds =
        before && after && before.seat === after.seat && before.version < after.version ? soundsOf(before, after) : [];
      before = after;
      for (const [i, name] of sounds.entries()) setTimeout(() => play(name), i * 180);
    });
  }, [table]);
}

/** At one screen for several seats: whose turn it is to look. While somebody is awaited at the screen, nothing is shown. */
function useCover(table: Table) {
  const covered = useSignal<number | null>(null);
  const wanted = useComputed(() => {
    const held = table.held.value;
    if (held.length < 2 || undecided(table.view.value).length || timed(table)) return null;
    return held.find((s) => s !== table.seat.value && undecided(table.views.value[s]).length > 0) ?? null;
  });
  useEffect(
    () =>
      wanted.subscribe((seat) => {
        if (seat === null) return;
        if (settings.peek().cover && !table.room.peek()?.together) covered.value = seat;
        else table.seat.value = seat;
      }),
    [table],
  );
  return covered;
}

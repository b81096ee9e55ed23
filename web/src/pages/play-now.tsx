import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../art/icons";
import { api } from "../net/api";
import { seated } from "../net/mine";
import { go } from "../router";
import { settings } from "../settings";
import { t } from "../strings";
import { Select } from "../ui/fields";
import type { GameWire, SeatPlan } from "../wire";

const LEVELS = ["recruit", "tactician", "veteran"] as const;
type Level = (typeof LEVELS)[number];

/** The first ready battle of a game, with this machine in the other seats; set up by a machine if that is wished. */
export async function playNow(game: GameWire, level: Level, ready: boolean): Promise<void> {
  const seats = (game.sides ?? []).map(
    (_, i): SeatPlan => (i === 0 ? { kind: "human", name: settings.peek().name } : { kind: "machine", level }),
  );
  const answer = await api.create({ game: game.id, seats, options: { ready } });
  seated(answer);
  go(`/table/${answer.room.id}`);
}

/** What the first battle really is, and the way straight into it; `title` is what the card calls the game. */
export function PlayNow(props: {
  game: GameWire;
  title: string;
  alone: boolean;
  onFail: (says: string) => void;
}): JSX.Element {
  const { game, title } = props;
  const [busy, setBusy] = useState(false);
  const [level, setLevel] = useState<Level>("recruit");
  const sides = game.sides ?? [];
  const rivals = sides.length > 1 && !props.alone;
  const start = props.alone ? t.home.start : t.home.playNow;
  const begin = (ready: boolean) => {
    setBusy(true);
    playNow(game, level, ready).catch((e: Error) => {
      setBusy(false);
      props.onFail(e.message);
    });
  };
  return (
    <>
      {!props.alone && (
        <p class="first-battle small">
          {game.battle} {t.home.youAre(sides, game.together ?? false)} {game.opening && t.home.setUpForYou}
        </p>
      )}
      <div class="row begin">
        <button
          type="button"
          class="button primary"
          disabled={busy}
          onClick={() => begin(game.opening ?? false)}
          aria-label={`${start}: ${title}`}
        >
          <Icon name="play" />
          {start}
        </button>
        {rivals && (
          <label class="against">
            <span>{game.together ? t.home.with : t.home.against}</span>
            <Select
              label={t.home.opponentOf(title)}
              value={level}
              options={LEVELS}
              words={(one) => t.home.levels[one]}
              onTake={setLevel}
            />
          </label>
        )}
        {game.opening && !props.alone && (
          <button
            type="button"
            class="button quiet"
            disabled={busy}
            aria-label={t.home.setUpOf(title)}
            onClick={() => begin(false)}
          >
            {t.home.setUp}
          </button>
        )}
      </div>
    </>
  );
}

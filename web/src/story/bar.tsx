import type { JSX } from "preact";
import { change, settings } from "../settings";
import { t } from "../strings";
import { Select } from "../ui/fields";
import { Button } from "../ui/parts";
import type { EventWire } from "../wire";
import { type Playback, SPEEDS } from "./playback";

/** What is being shown of the story, and the ways to go through it. */
export function StoryBar(props: { playback: Playback; events: readonly EventWire[] }): JSX.Element | null {
  const { playback, events } = props;
  const visiting = playback.visiting.value;
  const playing = playback.playing.value;
  if (visiting) {
    return (
      <section class="story-bar visiting" aria-label={t.story.name}>
        <span class="grow">{t.story.visiting(events[visiting.index]?.says ?? "")}</span>
        <Button label={t.story.back} kind="primary" onClick={() => playback.leave()} />
      </section>
    );
  }
  if (!playing && !playback.repeatable.value) return null;
  return (
    <section class={`story-bar ${playing ? "telling" : ""}`} aria-label={t.story.name}>
      {playing && (
        <span class="grow story-words">
          {playback.away.value ? <b>{t.story.away}: </b> : null}
          {sentence(events, playback.told.value)}
        </span>
      )}
      {playing && playback.paused.value && (
        <Button icon="play" label={t.story.resume} kind="quiet" onClick={() => playback.resume()} />
      )}
      {playing && <Button icon="forward" label={t.story.step} kind="quiet" onClick={() => playback.step()} />}
      {playing && <Button icon="last" label={t.story.skip} kind="quiet" onClick={() => playback.skip()} />}
      {!playing && (
        <Button
          icon="play"
          label={t.story.again}
          text={
            <>
              <span class="wide-only">{t.story.again}</span>
              <span class="narrow-only" aria-hidden>
                {t.story.more}
              </span>
            </>
          }
          title={t.story.again}
          kind="quiet"
          onClick={() => playback.again()}
        />
      )}
      <label class="story-speed">
        <span class="hidden-label">{t.story.speed}</span>
        <Select
          value={settings.value.speed}
          options={SPEEDS}
          words={(speed) => t.story.speeds[speed]}
          onTake={(speed) => change({ speed })}
        />
      </label>
    </section>
  );
}

/** The last one that was told. */
function sentence(events: readonly EventWire[], told: number): string {
  return events.slice(0, told).findLast((e) => e.says)?.says ?? t.story.playing;
}

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { rulesOf } from "../net/api";
import { play } from "../panels/sound";
import { link } from "../router";
import { change, type Settings, settings } from "../settings";
import { SPEEDS } from "../story/playback";
import { t } from "../strings";
import type { RuleWire } from "../wire";
import { NameField, SelectField } from "./fields";
import { OriginWord } from "./origin";
import { agreedReadings, Button, Dialog, helpOpen, settingsOpen, shownRule } from "./parts";
import "./overlays.css";

const MOMENTS = [0, 400, 1000, 2000]; // milliseconds in which a new decision takes no answer

/** The rule without its game and chapter, in words: "free-move" becomes "Free move". */
export function ruleTitle(id: string): string {
  const words = (id.split(".").at(-1) ?? id).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words that were looked for stand out. */
function Found(props: { text: string; words: readonly string[] }): JSX.Element {
  if (!props.words.length) return <>{props.text}</>;
  const safe = props.words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = props.text.split(new RegExp(`(${safe.join("|")})`, "i"));
  return <>{parts.map((part, i) => (i % 2 ? <mark key={i}>{part}</mark> : part))}</>;
}

export function RuleText(props: { rule: RuleWire; words?: readonly string[] }): JSX.Element {
  const { rule, words = [] } = props;
  return (
    <article class="rule" id={rule.id}>
      <h3>
        {ruleTitle(rule.id)} <code>{rule.id}</code>
      </h3>
      <p>
        <Found text={rule.says} words={words} />
      </p>
      {rule.ruling && (
        <p class="ruling">
          <strong>{t.rules.ruling}</strong> <Found text={rule.ruling} words={words} />
        </p>
      )}
      {rule.readings?.map((reading) => (
        <p key={reading.id} class="ruling">
          <strong>{agreedReadings.value.includes(reading.id) ? t.readings.thisTable : t.readings.others}</strong>{" "}
          <Found text={reading.says} words={words} />
        </p>
      ))}
      {rule.example && (
        <p class="example">
          <strong>{t.rules.example}</strong> <Found text={rule.example} words={words} />
        </p>
      )}
      <p class="small muted">
        <OriginWord origin={rule.origin} />
        {rule.source && ` · ${t.rules.source(rule.source)}`}
      </p>
    </article>
  );
}

/** The text of a rule beside whatever is on the screen. */
export function RuleDrawer(): JSX.Element | null {
  const shown = shownRule.value;
  const [rule, setRule] = useState<RuleWire | null>(null);
  const [says, setSays] = useState("");
  const box = useRef<HTMLElement>(null);
  const shut = () => (shownRule.value = null);
  useEffect(() => {
    setRule(null);
    setSays("");
    if (!shown) return;
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    if (shown.rule.startsWith("engine.")) setSays(t.rules.engine);
    else
      rulesOf(shown.game).then(
        (rules) => {
          const all = rules.chapters.flatMap((c) => c.rules);
          const found = all.find((r) => r.id === shown.rule || `${shown.game}.${r.id}` === shown.rule);
          if (found) setRule(found);
          else setSays(t.rules.unknown(shown.rule));
        },
        (e: Error) => setSays(e.message),
      );
    const key = (e: KeyboardEvent) => e.key === "Escape" && shut();
    window.addEventListener("keydown", key);
    return () => {
      window.removeEventListener("keydown", key);
      before?.focus?.();
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <aside class="drawer stack" ref={box} tabIndex={-1} aria-label={t.rules.drawer}>
      <div class="row">
        <h2 class="grow">{t.rules.drawer}</h2>
        <Button icon="close" label={t.close} kind="quiet" onClick={shut} />
      </div>
      {rule && <RuleText rule={rule} />}
      {says && <p>{says}</p>}
      {rule && (
        <a {...link(`/rules/${shown.game}/${rule.id}`)} onClickCapture={shut}>
          {t.rules.inBook}
        </a>
      )}
    </aside>
  );
}

export function Help(): JSX.Element | null {
  if (!helpOpen.value) return null;
  return (
    <Dialog title={t.help.title} onClose={() => (helpOpen.value = false)}>
      <p class="muted">{t.help.lead}</p>
      {t.help.groups.map((group) => (
        <section key={group.title} class="stack">
          <h3>{group.title}</h3>
          <dl class="keys">
            {group.keys.map(([keys, says]) => (
              <div key={says}>
                <dt>
                  {keys.map((k) => (
                    <kbd key={k}>{k}</kbd>
                  ))}
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

export function SettingsBox(): JSX.Element | null {
  if (!settingsOpen.value) return null;
  const now = settings.value;
  const box = (key: "motion" | "names" | "letters" | "labels" | "cover", label: string) => (
    <label class="row">
      <input type="checkbox" checked={now[key]} onChange={(e) => change({ [key]: e.currentTarget.checked })} />
      <span class="grow">{label}</span>
    </label>
  );
  return (
    <Dialog title={t.settings.title} onClose={() => (settingsOpen.value = false)}>
      <NameField />
      <fieldset class="stack plain">
        <legend class="eyebrow">{t.settings.theme}</legend>
        <div class="row">
          {(["auto", "dark", "light", "contrast"] as Settings["theme"][]).map((theme) => (
            <label key={theme} class="button">
              <input type="radio" name="theme" checked={now.theme === theme} onChange={() => change({ theme })} />{" "}
              {t.settings.themes[theme]}
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField
        label={t.settings.speed}
        value={now.speed}
        options={SPEEDS}
        words={(speed) => t.story.speeds[speed]}
        onTake={(speed) => change({ speed })}
      />
      <SelectField
        label={t.settings.steady}
        value={now.steady}
        options={MOMENTS}
        words={t.settings.moment}
        onTake={(steady) => change({ steady })}
      />
      {box("motion", t.settings.motion)}
      {box("names", t.settings.names)}
      {box("letters", t.settings.letters)}
      {box("labels", t.settings.labels)}
      {box("cover", t.settings.cover)}
      <label class="field">
        <span>{t.settings.volume}</span>
        <input
          type="range"
          min={0}
          max={100}
          step={10}
          value={now.volume}
          onInput={(e) => change({ volume: Number(e.currentTarget.value) })}
          onChange={() => play("dice")}
        />
      </label>
    </Dialog>
  );
}

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { rulesOf } from "../net/api";
import { link } from "../router";
import { GAMES, t } from "../strings";
import { OriginLegend } from "../ui/origin";
import { RuleText, ruleTitle } from "../ui/overlays";
import { Failure, TopBar } from "../ui/parts";
import type { RulesWire, RuleWire } from "../wire";
import { GamePages } from "./game-pages";
import "./rules.css";

export function matches(rule: RuleWire, words: readonly string[]): boolean {
  const text = `${rule.id} ${rule.says} ${rule.ruling ?? ""} ${rule.example ?? ""}`.toLowerCase();
  return words.every((w) => text.includes(w));
}

/** How many of the words are in the name of a rule: those come first. */
const inName = (rule: RuleWire, words: readonly string[]): number =>
  words.filter((w) => rule.id.toLowerCase().includes(w)).length;

export function RulesPage(props: { game: string; rule: string }): JSX.Element {
  const [rules, setRules] = useState<RulesWire | null>(null);
  const [fail, setFail] = useState("");
  const [find, setFind] = useState("");
  const hash = props.rule;
  const [chapter, setChapter] = useState("");
  useEffect(() => {
    setRules(null);
    rulesOf(props.game).then(setRules, (e: Error) => setFail(e.message));
  }, [props.game]);
  const home = rules?.chapters.find((c) => c.rules.some((r) => r.id === hash));
  useEffect(() => {
    if (!rules) return;
    setChapter((now) => home?.id ?? (now || (rules.chapters[0]?.id ?? "")));
    if (home) setFind(""); // a link leads to its rule, whatever was looked for before
  }, [hash, rules]);
  useEffect(() => {
    if (hash && rules) requestAnimationFrame(() => document.getElementById(hash)?.scrollIntoView());
  }, [hash, rules, chapter]);
  const words = find
    .toLowerCase()
    .split(/[\s,;:()"“”]+/)
    .filter(Boolean);
  const found = useMemo(
    () =>
      words.length && rules
        ? rules.chapters
            .flatMap((c) => c.rules.filter((r) => matches(r, words)))
            .sort((a, b) => inName(b, words) - inName(a, words))
        : [],
    [find, rules],
  );
  const open = rules?.chapters.find((c) => c.id === chapter);
  if (fail)
    return (
      <>
        <TopBar />
        <main class="page narrow">
          <h1>{t.rules.title}</h1>
          <Failure says={fail} />
          <p>
            <a {...link("/rules")}>{t.rules.all}</a>
          </p>
        </main>
      </>
    );
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="lead">
          <h1>{t.rules.of(rules?.title ?? GAMES[props.game]?.title ?? props.game)}</h1>
          {hash && rules && !home && <Failure says={t.rules.unknown(hash)} />}
          {rules && <p>{rules.summary}</p>}
        </div>
        <GamePages game={props.game} now="rules" />
        <section aria-label={t.rules.legend}>
          <OriginLegend />
        </section>
        <label class="field">
          <span>{t.rules.find}</span>
          <input type="search" value={find} onInput={(e) => setFind(e.currentTarget.value)} />
        </label>
        {words.length > 0 ? (
          <section aria-label={t.rules.found(found.length)}>
            <h2 class="hidden-label">{t.rules.find}</h2>
            <p role="status" class="muted">
              {t.rules.found(found.length)}
            </p>
            {found.slice(0, 80).map((rule) => (
              <RuleText key={rule.id} rule={rule} words={words} />
            ))}
          </section>
        ) : (
          <div class="rules">
            <nav aria-label={t.rules.chapters}>
              {rules?.chapters.map((c) => (
                <button
                  key={c.id}
                  type="button"
                  aria-current={c.id === chapter}
                  onClick={() => {
                    setChapter(c.id);
                    window.scrollTo(0, 0);
                  }}
                >
                  {c.title || ruleTitle(c.id)}
                </button>
              ))}
            </nav>
            <section aria-label={open?.title ?? ""}>
              {open && <h2>{open.title}</h2>}
              {open && <p class="muted">{open.about}</p>}
              {open?.rules.map((rule) => (
                <RuleText key={rule.id} rule={rule} />
              ))}
            </section>
          </div>
        )}
      </main>
    </>
  );
}

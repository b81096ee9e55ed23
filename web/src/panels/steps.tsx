import type { JSX } from "preact";
import { Icon } from "../art/icons";
import { t } from "../strings";
import { SideSign } from "../ui/parts";
import type { Panel, Stage } from "../wire";
import "./steps.css";

/** The steps of a round, the present one lit, each with who acts in it; as many of those to come as there is room for. */
export function Steps(props: { panel: Panel; seatName: (seat: number) => string }): JSX.Element {
  const steps = props.panel.stages ?? [];
  const done = steps.filter((step) => step.state === "done").map((step) => step.title);
  return (
    <section class="steps" aria-label={props.panel.title}>
      <ol>
        {done.length > 0 && (
          <li class="done" title={done.join(" · ")}>
            <Icon name="check" />
            <span class="hidden-label">{t.table.stepsDone(done)}</span>
            <span aria-hidden>{done.length}</span>
          </li>
        )}
        {steps
          .filter((step) => step.state !== "done")
          .map((step, i) => (
            <Step key={i} step={step} seatName={props.seatName} />
          ))}
      </ol>
    </section>
  );
}

function Step({ step, seatName }: { step: Stage; seatName: (seat: number) => string }): JSX.Element {
  const who = typeof step.seat === "number" && step.seat >= 0 ? step.seat : null;
  const words = [step.title, who === null ? "" : seatName(who), step.about].filter(Boolean).join(" · ");
  return (
    <li class={step.state ?? "later"} aria-current={step.state === "next" ? "step" : undefined} title={words}>
      {who !== null && <SideSign seat={who} />}
      <span>{step.title}</span>
    </li>
  );
}

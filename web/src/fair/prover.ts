// Has a record played from its set-up by the rules themselves, in a worker of this page: no server is asked whether it is
// right. Python and the rules are large, so they are fetched when somebody wants this and not before.

export type Step = "python" | "rules" | "record";

type Said = { step: Step } | { faults: string[] } | { error: string };

export interface Proving {
  /** What does not follow from the set-up by the rules. */
  faults: Promise<string[]>;
  stop: () => void;
}

export function prove(record: Uint8Array<ArrayBuffer>, tell: (step: Step) => void): Proving {
  const worker = new Worker("/prover/worker.js", { type: "module" });
  const faults = new Promise<string[]>((found, failed) => {
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("step" in data) tell(data.step);
      else if ("faults" in data) found(data.faults);
      else failed(new Error(data.error));
    };
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage(record);
  }).finally(() => worker.terminate());
  return { faults, stop: () => worker.terminate() };
}

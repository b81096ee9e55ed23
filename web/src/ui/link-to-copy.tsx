import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../strings";
import { copied } from "./copying";
import { Button } from "./parts";

/** An address to send to somebody, and the button that copies it. `onCopied` gets the sentence that says so. */
export function LinkToCopy(props: {
  address: string;
  label?: string;
  words?: { copy: string; copied: string };
  onCopied: (says: string) => void;
}): JSX.Element {
  const words = props.words ?? t.menu;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copied(props.address)) return props.onCopied(words.copied);
    field.current?.select(); // so that a key copies it
    props.onCopied(t.menu.notCopied);
  };
  return (
    <span class="row">
      <input
        class="grow"
        ref={field}
        type="text"
        readOnly
        value={props.address}
        aria-label={props.label}
        onFocus={(e) => e.currentTarget.select()}
      />
      <Button icon="link" label={words.copy} text={words.copy} onClick={() => void copy()} />
    </span>
  );
}

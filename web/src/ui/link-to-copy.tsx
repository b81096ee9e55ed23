import type { JSX } from "preact";
import { t } from "../strings";
import { Button } from "./parts";

/** An address to send to somebody, and the button that copies it. `onCopied` gets the sentence that says so. */
export function LinkToCopy(props: {
  address: string;
  label?: string;
  words?: { copy: string; copied: string };
  onCopied: (says: string) => void;
}): JSX.Element {
  const words = props.words ?? t.menu;
  return (
    <span class="row">
      <input
        class="grow"
        type="text"
        readOnly
        value={props.address}
        aria-label={props.label}
        onFocus={(e) => e.currentTarget.select()}
      />
      <Button
        icon="link"
        label={words.copy}
        text={words.copy}
        onClick={() => void navigator.clipboard?.writeText(props.address).then(() => props.onCopied(words.copied))}
      />
    </span>
  );
}

import type { JSX } from "preact";

/** Line icons, 24 by 24, drawn in the colour of the text. They are decoration: the control around them has the name. */
const PATHS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  undo: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.500 1 1.300 1 2.100h5c0-.8.4-1.600 1-2.100A6 6 0 0 0 12 3Z",
  flag: "M6 21V4M6 5h11l-2.500 4L17 13H6",
  goal: "M8 4h8v6a4 4 0 0 1-8 0ZM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 14v4M8 20h8M12 18h0",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  ruler: "M3 16 16 3l5 5L8 21ZM8 11l2 2M11 8l3 3M14 5l2 2",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5Z",
  label: "M4 6h10l6 6-6 6H4ZM8 12h.01",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-.9.500-1.500 1.200-1.500 2.400M12 18h.01M12 2.500a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19Z",
  book: "M5 4h10a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4ZM5 16a4 4 0 0 1 4-4h10",
  gear: "M12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.800 2.800M16.200 16.200 19 19M19 5l-2.800 2.800M7.800 16.200 5 19",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  chat: "M4 5h16v11H9l-5 4Z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  down: "M12 4v12M6 11l6 6 6-6M4 20h16",
  up: "M12 20V8M6 13l6-6 6 6M4 4h16",
  raise: "M6 15l6-6 6 6",
  lower: "M6 9l6 6 6-6",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  check: "M5 12.500 10 17.500 19 7",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  turn: "M20 12a8 8 0 1 1-2.500-5.800M18 2v5h-5",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01",
  range: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM12 2v4M12 18v4M2 12h4M18 12h4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon(props: { name: IconName }): JSX.Element {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden
    >
      <path d={PATHS[props.name]} />
    </svg>
  );
}

export function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden>
      <path d="M16 3 27 9.400v13.200L16 29 5 22.600V9.400Z" stroke="var(--accent)" stroke-width="2.2" />
      <path d="m10.500 10.500 11 11m0-11-11 11" stroke="var(--seat0)" stroke-width="2.600" stroke-linecap="round" />
      <circle cx="16" cy="16" r="2.700" fill="var(--accent)" />
    </svg>
  );
}

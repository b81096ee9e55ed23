import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** For a box of lines whose newest is the last: it comes into sight whenever there are more. */
export function useNewest(lines: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return box;
}

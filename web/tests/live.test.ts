// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { LiveStory } from "../src/story/live";
import type { EventWire } from "../src/wire";

const story = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ says: `Sentence ${i + 1}.`, at: i, rule: "", shows: [] }) as EventWire);

test("of a story that skips far ahead every sentence is said, and what was said makes room", () => {
  const page = document.createElement("div");
  const told = (n: number) => {
    act(() => render(h(LiveStory, { events: story(n) }), page));
    return [...page.querySelectorAll("p")].map((p) => p.textContent);
  };
  const sentences = (from: number, to: number) =>
    story(to)
      .slice(from - 1)
      .map((event) => event.says);
  expect(told(50)).toEqual(sentences(39, 50)); // who comes late is not read the whole story
  expect(told(90)).toEqual(sentences(51, 90));
  expect(told(91)).toEqual(sentences(80, 91));
});

// What is noted with the pictures: which file each is, and the outlines of their views on the day when they were taken.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDER, root } from "./camera.mjs";
import { outline, VIEWS } from "./views.mjs";

const FILE = join(root, "tests/docs/pictured.json");

export const read = () => JSON.parse(readFileSync(FILE, "utf8"));

export const hashOf = (picture) =>
  createHash("sha256")
    .update(readFileSync(join(FOLDER, picture)))
    .digest("hex")
    .slice(0, 16);

/** After pictures were taken. A view whose pictures are not all new keeps its old outline. */
export async function noteViews(browser, base, taken) {
  const notes = read();
  for (const [view, { pictures }] of Object.entries(VIEWS)) {
    const seen = pictures.every((p) => taken.includes(p)) ? await outline(browser, base, view) : notes[view];
    notes[view] = { ...seen, pictures: Object.fromEntries(pictures.map((p) => [p, hashOf(p)])) };
  }
  writeFileSync(FILE, `${JSON.stringify(notes, null, 1)}\n`);
}

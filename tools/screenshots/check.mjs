// Says, as JSON, how far the views of the pictures are from what was noted when they were taken; and, as a measure of that,
// how far one view is from itself with something else about it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../../tests/browser/browser.mjs";
import { serve } from "./camera.mjs";
import { hashOf, read } from "./notes.mjs";
import { difference, outline, VIEWS } from "./views.mjs";

const OTHERWISE = {
  "in other colours": (page) => page.evaluate(() => (document.documentElement.dataset.theme = "light")),
  "laid out anew": (page) => page.evaluate(() => (document.body.style.paddingLeft = "40vw")),
  "in another language": (page) =>
    page.evaluate(() => {
      for (const at of document.querySelectorAll("a, button, h1, h2, p"))
        at.textContent = [...at.textContent].reverse().join("");
    }),
  "with one new word": (page) => page.evaluate(() => (document.querySelector("main h2").textContent = "Another word")),
};

const folder = mkdtempSync(join(tmpdir(), "xenotable-"));
const { server, base } = await serve(folder);
const browser = await launch();
try {
  const notes = read();
  const [views, spoilt] = [{}, {}];
  for (const view of Object.keys(VIEWS)) {
    const now = await outline(browser, base, view);
    const others = Object.entries(notes[view].pictures).filter(([picture, hash]) => hashOf(picture) !== hash);
    views[view] = {
      pictures: VIEWS[view].pictures,
      others: others.map(([picture]) => picture),
      ...difference(notes[view], now),
    };
  }
  const home = await outline(browser, base, "home");
  for (const [how, change] of Object.entries(OTHERWISE))
    spoilt[how] = difference(home, await outline(browser, base, "home", change));
  console.log(JSON.stringify({ views, spoilt }));
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

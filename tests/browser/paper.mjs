// Lists on paper: no text of a card is cut, nothing is wider than its column, a reference is one page; on A4 and Letter.
import assert from "node:assert/strict";

const GAMES = ["rampant", "killteam", "xcx", "xenocide", "xcom"];
const SIZES = { a4: [190, 277], letter: [195.9, 259.4] }; // millimetres inside the margins
const px = (mm) => (mm / 25.4) * 96;

/** Whatever does not fit, in words. */
function misfits([width, height]) {
  const found = [];
  for (const box of document.querySelectorAll(".card, .counter")) {
    if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
      found.push(`cut: ${box.textContent.slice(0, 40)}`);
    if (getComputedStyle(box).breakInside !== "avoid") found.push(`torn by a page: ${box.textContent.slice(0, 40)}`);
    if (box.getBoundingClientRect().height > height) found.push(`longer than a page: ${box.textContent.slice(0, 40)}`);
  }
  for (const columns of document.querySelectorAll(".columns")) {
    const n = Number(getComputedStyle(columns).columnCount);
    for (const table of columns.querySelectorAll("table:not(.wide)")) {
      if (table.getBoundingClientRect().width > width / n)
        found.push(`wider than its column: ${table.textContent.slice(0, 40)}`);
    }
  }
  for (const sheet of document.querySelectorAll(".sheet.reference, .sheet.six")) {
    const first = sheet.matches(".sheet:first-of-type") ? document.querySelector("h1").offsetHeight : 0;
    if (sheet.getBoundingClientRect().height + first > height)
      found.push(`more than a page: ${sheet.querySelector("h2").textContent}`);
  }
  return found;
}

export async function onPaper(look, { open, base }) {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  for (const game of GAMES) {
    await page.goto(`${base}/#/paper/${game}`);
    await page.locator(".prints a").first().waitFor();
    if (game === "rampant") await look(page, "what can be printed");
    const lists = await page.locator(".prints a").evaluateAll((all) => all.map((a) => a.href));
    for (const [size, room] of Object.entries(SIZES)) {
      for (const address of [lists[0], lists.at(-1)]) {
        const sheet = await open({ viewport: { width: Math.floor(px(room[0])), height: 1000 } });
        const answer = await sheet.goto(address.replace("paper=a4", `paper=${size}`));
        assert.match(answer.headers()["content-security-policy"], /script-src 'self'/);
        await sheet.emulateMedia({ media: "print" });
        const [blank, kinds] = [address === lists.at(-1), await sheet.locator(".sheet").count()];
        assert(kinds >= 3, `${game} has sheets`);
        const found = await sheet.evaluate(misfits, room.map(px));
        // Everything in the book may take several pages of special rules; a list of its own takes one.
        assert.deepEqual(blank ? found.filter((f) => !f.startsWith("more than")) : found, [], `${game} on ${size}`);
        await sheet.close();
      }
    }
  }
}

// The odds page of all five games: what is filled in stands in the address, two choices compare, fractions on request, each
// modifier has its share; and a piece on a table opens there with one click.
import assert from "node:assert/strict";
import { turn } from "./moves.mjs";

const KINDS = {
  rampant: ["A shot", "A fight", "A Courage test", "An order", "A psychic power"],
  killteam: ["A shooting attack", "Blast, Torrent, Fusillade", "A combat"],
  xcx: ["A shot", "Close combat", "Mindspin", "WILL and Rally", "A skill", "A casualty roll"],
  xenocide: ["Fire at troops", "Fire at a titan", "A close assault", "A suppression test"],
  xcom: ["Interception", "Research", "Mission and base defence"],
};
const answers = (page) => page.getByRole("region", { name: "Odds" });

export async function oddsOfAll(look, { open, base, shot = async () => undefined }) {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  for (const [game, kinds] of Object.entries(KINDS)) {
    await page.goto(`${base}/#/odds/${game}`);
    for (const kind of kinds) {
      const to = page.getByRole("navigation", { name: "Exact odds" }).getByRole("link", { name: kind, exact: true });
      await to.click();
      await page.locator("nav [aria-current=page]").filter({ hasText: kind }).waitFor();
      await answers(page).locator("figure").first().waitFor();
    }
    await look(page, `odds of ${game}`);
    await shot(page, `odds-${game}`);
  }
  await page.goto(`${base}/#/odds/rampant/shoot`);
  await page.getByLabel("From the book").first().selectOption({ label: "Vanguard Section" });
  await page.getByLabel("Cover").selectOption("hard cover");
  await page.getByLabel("Show exact fractions").check();
  await page.locator(".shares").getByText("hard cover").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".fraction")].some((f) => /\d+\/\d+/.test(f.textContent)),
  );
  await page.getByLabel(/^Compare with another/).check();
  await answers(page).getByText("B: destroyed").waitFor();
  await look(page, "odds compared");
  await shot(page, "odds-compared");
  const guest = await open({ viewport: { width: 390, height: 844 } });
  await guest.goto(page.url());
  await answers(guest).getByText("B: destroyed").waitFor();
  assert.equal(await guest.getByLabel("Cover").inputValue(), "hard cover", "the situation comes with the address");
  assert.equal(
    await guest.evaluate(() => document.documentElement.scrollWidth),
    390,
    "a phone does not scroll sideways",
  );
  await look(guest, "odds compared, phone");
  await shot(guest, "odds-phone");
  await guest.goto(`${base}/#/odds/rampant/shoot/${encodeURIComponent('{"shooter": 5, "x"')}`);
  await answers(guest).locator("figure").first().waitFor(); // nonsense in the address is left out
  await fromATable(page, base, shot);
}

/** From the card of a unit that stands on a table. */
async function fromATable(page, base, shot) {
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Xenos Rampant" }).click();
  await turn(page);
  await page.getByRole("tab", { name: "In words" }).click();
  const unit = page.locator(".position tbody button").first();
  const name = (await unit.innerText()).trim();
  await unit.click();
  await shot(page, "odds-card");
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: `Odds of ${name}` }).click(),
  ]);
  await answers(other).locator("figure").first().waitFor();
  assert.notEqual(await other.getByLabel("From the book").first().inputValue(), "-1", "the unit is filled in");
}

// The laboratory: reports of studies are listed, open as pages of their own, and their strangest games can be watched.
import assert from "node:assert/strict";

const SHOTS = process.env.XENOTABLE_SHOTS; // a folder for pictures, for whoever wants to look
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

export async function laboratory(look, { open, base }) {
  for (const [name, how] of [
    ["desk, day", { viewport: DESK, colorScheme: "light" }],
    ["phone, night", { viewport: PHONE, colorScheme: "dark" }],
  ]) {
    const page = await open(how);
    await page.goto(`${base}/#/lab`);
    const study = page.locator("article.study");
    await study.getByRole("heading", { name: "Machines at the duel" }).waitFor();
    assert.match(await study.innerText(), /Duel, 24 games in 3 arms/);
    await look(page, `lab, ${name}`);
    await shot(page, `lab, ${name}`);
    const report = await opened(page, study.getByRole("link", { name: "Open the report" }));
    await shot(report, `report, ${name}`);
    assert.equal(await report.getByRole("heading", { level: 1 }).innerText(), "Machines at the duel");
    const matrix = report.locator("table.matrix");
    assert.equal(await matrix.locator("tbody tr").count(), 3, "each machine has a row");
    assert((await report.locator("figure svg").count()) > 0, "there are plots");
    const over = await report.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(over <= 0, `nothing sticks out of the page, but ${over} pixels do`);
    const bare = await open(how); // the report itself runs no script, and axe-core is one
    await bare.setContent(await report.content());
    await look(bare, `report, ${name}`);
    await report.close();
    await study.locator("summary").click();
    await study
      .getByRole("button", { name: /^Watch a game of/ })
      .first()
      .click();
    await page.waitForURL(/#\/replay\//);
    await page.locator(".board").waitFor();
  }
}

/** The page that a link opens beside this one. */
async function opened(page, link) {
  const [other] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await other.waitForLoadState();
  return other;
}

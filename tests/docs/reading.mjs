// Reads the site as somebody does who opened it from a folder: search, a rule, a wide table on a phone. Nobody else is asked.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../browser/browser.mjs";

const address = (page) => String(pathToFileURL(join(process.argv[2], page)));
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address("index.html"));
  await page.locator(".md-search__input").fill("specials.rending");
  await page.locator(".md-search-result__link", { hasText: "Rending" }).first().click();
  await page.locator("[id='specials.rending']").waitFor();
  assert.match(page.url(), /rulebooks\/killteam\/specials\.html/);
  await page.setViewportSize({ width: 390, height: 780 });
  for (const wide of ["rulebooks/killteam/tables/unit.html", "reference-asks.html", "wire.html"]) {
    await page.goto(address(wide));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, `${wide} is no wider than the phone`);
  }
  assert.ok(asked.length > 10);
  assert.deepEqual(asked.filter((url) => !/^(file|data|blob):/.test(url)), []);
} finally {
  await browser.close();
}
console.log("ok");

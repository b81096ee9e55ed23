// The browser of `python -m benchmarks.start`: reads addresses of tables, one a line; says when each stage is reached.
import { createInterface } from "node:readline";
import { launch } from "../tests/browser/browser.mjs";

const browser = await launch();
console.log("ready");
for await (const address of createInterface({ input: process.stdin })) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(address);
  const play = page.getByRole("button", { name: /^Play now/ }).first();
  await play.waitFor();
  console.log("page");
  await play.click();
  await page.locator(".decision").first().waitFor();
  console.log("decision");
}
await browser.close();

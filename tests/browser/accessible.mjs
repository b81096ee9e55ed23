// What axe-core says about a page.
import { readFileSync } from "node:fs";
import { fromWeb } from "./browser.mjs";

const AXE = readFileSync(fromWeb.resolve("axe-core/axe.min.js"), "utf8");

/** The guidelines and good practice, without what axe-core only tries out. */
export const GUIDELINES = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };

/** What differs from theme to theme: nothing but colours. */
export const COLOURS = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** What it objects to in a page, or in some parts of it: a line for each, with an example or two. Its script is loaded once,
 * and it says nothing of what is well: that would take twice as long. */
export async function objections(page, options = {}, parts = null) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const asked = [{ ...options, resultTypes: ["violations"] }, parts && { include: parts.map((part) => [part]) }];
  const found = await page.evaluate(
    ([how, where]) => globalThis.axe.run(where ?? document, how).then(({ violations }) => violations),
    asked,
  );
  const examples = ({ nodes }) => nodes.slice(0, 2).map((n) => n.html.slice(0, 160));
  return found.map((one) => `${one.id}: ${examples(one).join(" | ")}`);
}

// Starts Chromium for the tests and the screenshots: Debian's if it is there, else the one that npm brought.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const fromWeb = createRequire(join(here, "../../web/package.json"));
const { chromium } = fromWeb("playwright-core");

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

export async function launch() {
  const installed = process.env.XENOTABLE_CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
  if (installed && installed !== "npm") return chromium.launch({ executablePath: installed, args: FLAGS });
  const { default: brought } = await import(fromWeb.resolve("@sparticuz/chromium"));
  return chromium.launch({ executablePath: await brought.executablePath(), args: [...brought.args, ...FLAGS] });
}

// Starts Chromium for the tests, the screenshots and the benchmarks: the one that npm brought, with its own libraries and
// letters, so that pages are the same everywhere. XENOTABLE_CHROMIUM names another.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const fromWeb = createRequire(join(here, "../../web/package.json"));
export const BROUGHT = join(here, "../../web/node_modules/.chromium");

// Not those that the package recommends: with them all pages share one process and one storage, and two people become one.
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launch() {
  const { chromium } = fromWeb("playwright-core");
  const other = process.env.XENOTABLE_CHROMIUM;
  if (other) return chromium.launch({ executablePath: other, args: FLAGS });
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(BROUGHT, "al2023/lib"),
    FONTCONFIG_FILE: join(here, "fonts.conf"),
  };
  return chromium.launch({ executablePath: join(BROUGHT, "chromium"), args: FLAGS, env });
}

// Unpacks the Chromium that npm brought, the libraries it needs where a machine has no browser, and letters to write with.
// Once, before any test: two tests that begin at the same time must not both write it.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BROUGHT, fromWeb } from "./browser.mjs";

const [letters] = process.argv.slice(2);
rmSync(BROUGHT, { recursive: true, force: true });
mkdirSync(BROUGHT, { recursive: true });
process.env.TMPDIR = BROUGHT; // where the package unpacks to
process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs24.x"; // the libraries come only where it believes that it needs them
const { default: chromium } = await import(fromWeb.resolve("@sparticuz/chromium"));
await chromium.executablePath();
for (const file of readdirSync(letters).filter((name) => name.startsWith("DejaVu")))
  cpSync(join(letters, file), join(BROUGHT, "letters", file));

// Two people over the network see what their dice come from, and check them in the page when the match is over.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { byKeys, byMouse, over, play, turn } from "./moves.mjs";

const panel = (page) => page.locator("details.fair");
const hashes = (page) => panel(page).locator("code").allInnerTexts();

async function unfold(page) {
  await panel(page).locator("summary").click();
  await panel(page).locator(".epoch").first().waitFor();
}

async function checked(page) {
  await panel(page).getByRole("button", { name: "Check the dice" }).click();
  const notice = panel(page).getByRole("status").locator(".notice");
  await notice.waitFor();
  return notice.innerText();
}

export async function fairDice(firstBlood, look, { open, base }) {
  const [ada, bo] = [
    await open({ viewport: { width: 1280, height: 900 } }),
    await open({ viewport: { width: 390, height: 844 } }),
  ];
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  await unfold(ada);
  const wait = "The dice wait for Bo to sit down.";
  await panel(ada).getByText(`${wait} You can put a machine in the seat instead.`, { exact: true }).waitFor();
  const [promised] = await hashes(ada);
  assert.match(promised, /^[0-9a-f]{64}$/);
  await bo.goto(ada.url());
  await unfold(bo);
  await panel(bo).getByText(wait, { exact: true }).waitFor(); // who only looks in seats nobody
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await turn(bo);
  await panel(ada).getByText("Share of Bo", { exact: true }).waitFor();
  await panel(ada).getByText("· sealed").waitFor();
  const during = await hashes(ada);
  assert.equal(during.length, 3, "a commitment and two shares, but no secret");
  assert.equal(during[0], promised, "the server has not changed its mind");
  await look(ada, "fair dice");
  await Promise.all([play(ada, byMouse), play(bo, byKeys)]);
  await over(bo).waitFor();
  await panel(ada).getByText("can be checked").waitFor();
  assert.equal((await hashes(ada)).length, 4, "the secret is shown");
  assert.match(
    await checked(ada),
    /^All is as it should be\.[\s\S]*commitments match[\s\S]*Every die follows[\s\S]*This browser noted/,
  );
  await look(ada, "fair dice, checked");
  // A record in which a die was changed on its way.
  await bo.route("**/save", async (route) => {
    const answer = await route.fetch();
    const record = await answer.json();
    const roll = record.tape.find((entry) => entry[0] === "roll");
    roll[3][0] = (roll[3][0] % 6) + 1;
    await route.fulfill({ json: record });
  });
  await unfold(bo);
  assert.match(await checked(bo), /^Something is wrong with this record\.[\s\S]*1 value in the record does not follow/);
  assert.equal(await bo.evaluate(() => document.documentElement.scrollWidth), 390, "a phone does not scroll sideways");
  await look(bo, "fair dice, phone");
}

const ENDED = readFileSync(new URL("../museum/0.2.0/xcx.replay.json", import.meta.url), "utf8");

async function provedByRules(page) {
  const part = panel(page).getByRole("region", { name: "Check the rules too" });
  await part.getByRole("button", { name: "Check the rules too" }).click();
  const notice = part.getByRole("status").locator(".notice");
  await notice.waitFor({ timeout: 300_000 });
  return notice.innerText();
}

/** The page plays a whole record from its set-up by the rules; what it needs for that comes when it is asked to. */
export async function rulesProved(look, { open, base }) {
  const sent = await fetch(`${base}/api/replays`, { method: "POST", body: `{"save":${ENDED}}` });
  const { id } = await sent.json();
  const page = await open({ viewport: { width: 390, height: 844 } });
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  let forged = "";
  await page.route("**/save", (route) => (forged ? route.fulfill({ body: forged }) : route.continue()));
  await page.goto(`${base}/#/table/${id}`);
  await unfold(page);
  assert.match(await checked(page), /^All is as it should be\./);
  assert.ok(!fetched.some((path) => path.startsWith("/prover/")), "nothing of it is part of the page");
  assert.match(await provedByRules(page), /^All is as it should be\.\s+Every state follows from the set-up/);
  assert.ok(fetched.includes("/prover/worker.js"));
  await look(page, "rules, proved");
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    390,
    "a phone does not scroll sideways",
  );
  // The dice are as they were, but somebody stands elsewhere.
  const record = JSON.parse(ENDED);
  const { models } = record.frames.at(-1).state;
  models.a1.x += 1;
  forged = JSON.stringify(record);
  assert.match(await checked(page), /^All is as it should be\./);
  assert.match(await provedByRules(page), /^Something is wrong with this record\./);
}

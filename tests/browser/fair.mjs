// Two people over the network see what their dice come from, and check them in the page when the match is over.
import assert from "node:assert/strict";
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
  await panel(ada).getByText("The dice wait until Bo sits down.").waitFor();
  const [promised] = await hashes(ada);
  assert.match(promised, /^[0-9a-f]{64}$/);
  await bo.goto(ada.url());
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

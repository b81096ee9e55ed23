// How a person plays: only what is on the page. Each function answers the decision at hand once.
export const card = (page) => page.locator(".decision");
export const over = (page) => page.getByRole("region", { name: "The game is over" });

/** Waits until this page has something to decide, or the game is over. */
export async function turn(page, seen = "") {
  await page.waitForFunction(
    (id) => {
      if (document.querySelector(".outcome")) return true;
      const at = document.querySelector(".decision");
      return at !== null && at.dataset.ask !== id && !at.dataset.locked; // what is locked in waits for others
    },
    seen,
    { timeout: 30000 },
  );
  if (await over(page).count()) return null;
  return card(page).evaluate((el) => ({ id: el.dataset.ask, type: el.dataset.type, key: el.dataset.key }));
}

async function dragFirstPiece(page, dx, dy) {
  const piece = page.locator(".token.piece").first();
  const box = await piece.locator(".base").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  await page.mouse.up();
}

const refused = (page) => card(page).locator(".alerts .refusals li").count();

/** Whether the table refused what was just sent; on a busy machine the refusal may come only then. */
async function sentInVain(page, ask) {
  const judged = (id) => document.querySelector(".decision")?.dataset.ask !== id || document.querySelector(".alerts .refusals li");
  await page.waitForFunction(judged, ask.id);
  return (await card(page).count()) > 0 && (await card(page).getAttribute("data-ask")) === ask.id && (await refused(page)) > 0;
}

/** With the mouse alone. */
export async function byMouse(page, ask, round) {
  if (ask.type === "choose" || ask.type === "confirm") {
    await card(page).locator(".option:not(.shut) .option-main, .answers > .button").first().click();
    return;
  }
  if (ask.type === "move") {
    await dragFirstPiece(page, round % 2 ? -130 : 40, -90);
    await page.waitForTimeout(450);
    if (await refused(page)) await card(page).getByRole("button", { name: "Start over" }).click();
  } else await card(page).getByRole("button", { name: "Suggest" }).click();
  const send = page.locator("[data-primary]:not([disabled])");
  await send.click();
  if (ask.type === "move" && (await sentInVain(page, ask))) {
    await card(page).getByRole("button", { name: "Start over" }).click();
    await send.click();
  }
}

/** With the keyboard alone. */
export async function byKeys(page, ask, round) {
  await page.waitForTimeout(260); // a fresh decision takes no key for a moment
  if (ask.type === "move") {
    const ways = round % 2 ? ["ArrowLeft", "ArrowLeft", "ArrowUp"] : ["ArrowUp", "ArrowRight"];
    for (const key of ways) await page.keyboard.press(key);
    await page.waitForTimeout(450);
    if (await refused(page)) await page.keyboard.press("Escape");
  } else if (ask.type !== "choose" && ask.type !== "confirm") {
    await page.keyboard.press("h");
    await page.waitForTimeout(700);
  }
  await page.keyboard.press("Enter");
  if (ask.type === "move" && (await sentInVain(page, ask))) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
  }
}

/** Plays until the end; returns how many decisions this page made. */
export async function play(page, how, most = 400) {
  let seen = "";
  for (let n = 0; n < most; n++) {
    const ask = await turn(page, seen);
    if (!ask) return n;
    await how(page, ask, n);
    seen = ask.id;
  }
  throw new Error(`no end after ${most} decisions`);
}

/** Takes what the machine suggests; where others act at the same time, the decision may change meanwhile. */
export async function asSuggested(page) {
  const id = await card(page).getAttribute("data-ask");
  const settled = (asked) => document.querySelector(".decision .notice, .outcome") || document.querySelector(".decision")?.dataset.ask !== asked;
  for (let tries = 0; tries < 4; tries++) {
    await card(page).getByRole("button", { name: "Suggest" }).click();
    await page.waitForFunction(settled, id, { timeout: 20000 });
    // On a busy machine a suggestion may come too late; then one asks again.
    if (!(await page.getByText(/^No suggestion/).count())) break;
    await page.waitForTimeout(1000);
  }
  await page.waitForTimeout(300);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Enter");
}

// Who plays with keys stays in place after a move.
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { keepFocus } from "../../src/lib/focus";

let root: HTMLElement;
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML =
    '<input id="elsewhere"><div id="root"><div class="stage" tabindex="-1"></div><div id="beside" tabindex="-1"></div></div>';
  root = document.querySelector("#root") as HTMLElement;
  stop = keepFocus(root);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
});
afterEach(() => stop());

const find = (what: string) => root.querySelector(what) as HTMLElement;

/** Draw a zone anew: buttons with an attribute each, from left to right. */
function draw(zone: string, ...buttons: string[]): void {
  find(zone).innerHTML = buttons.map((each) => `<button ${each}></button>`).join("");
  [...find(zone).children].forEach((each, k) => (each.getBoundingClientRect = () => new DOMRect(k * 10, 0, 10, 10)));
}

/** Wait until the page has been drawn. */
const drawn = () => new Promise((done) => setTimeout(done, 40));
const now = () => document.activeElement;

describe("after a move made with keys the focus", () => {
  it("is on the same thing if it is drawn anew", async () => {
    draw(".stage", 'data-pick="3"', 'data-pick="4"', 'data-pick="5"');
    find('[data-pick="4"]').focus();
    draw(".stage", 'data-pick="5"', 'data-pick="4"');
    await drawn();
    expect(now()).toBe(find('[data-pick="4"]'));
  });

  it("is on the nearest that can be chosen if it is gone", async () => {
    draw(".stage", 'data-pick="3"', 'data-pick="4"', 'data-pick="5"');
    find('[data-pick="5"]').focus();
    draw(".stage", 'data-pick="3"', 'data-move="9" disabled', 'data-move="8"');
    await drawn();
    expect(now()).toBe(find('[data-move="8"]'));
  });

  it("waits on the board while others move, and goes on when there is something to choose", async () => {
    draw(".stage", 'data-pick="3"');
    find('[data-pick="3"]').focus();
    draw(".stage");
    await drawn();
    expect(now()).toBe(find(".stage"));
    draw(".stage", 'data-pick="1"', 'data-pick="2"');
    await drawn();
    expect(now()).toBe(find('[data-pick="1"]'));
  });

  it("stays in the list of moves", async () => {
    draw("#beside", 'data-listed="1"', 'data-listed="2"');
    draw(".stage", 'data-pick="1"');
    find('[data-listed="2"]').focus();
    draw("#beside", 'data-listed="7"', 'data-listed="8"');
    await drawn();
    expect(now()).toBe(find('[data-listed="8"]'));
  });

  it("comes back to the board from a question about the move", async () => {
    draw(".stage", 'data-pick="3"', 'data-move="9"');
    find('[data-move="9"]').focus();
    root.insertAdjacentHTML("beforeend", '<div role="alertdialog"><button data-confirm></button></div>');
    find("[data-confirm]").focus();
    find('[role="alertdialog"]').remove();
    draw(".stage", 'data-pick="3"', 'data-move="9"');
    await drawn();
    expect(now()).toBe(find('[data-move="9"]'));
  });

  it("comes to the board when the curtain opens", async () => {
    find(".stage").remove();
    root.insertAdjacentHTML("beforeend", '<div class="curtain"><button></button></div>');
    find(".curtain button").focus();
    find(".curtain").remove();
    await drawn();
    root.insertAdjacentHTML("beforeend", '<div class="stage" tabindex="-1"><button data-pick="1"></button></div>');
    await drawn();
    expect(now()).toBe(find('[data-pick="1"]'));
  });

  it("leaves what is disabled", async () => {
    draw(".stage", 'data-pick="3"', 'data-pick="4"');
    find('[data-pick="3"]').focus();
    find('[data-pick="3"]').setAttribute("disabled", "");
    await drawn();
    expect(now()).toBe(find('[data-pick="4"]'));
  });
});

describe("the focus is left alone", () => {
  it("when it is elsewhere", async () => {
    draw(".stage", 'data-pick="3"');
    find('[data-pick="3"]').focus();
    const elsewhere = document.querySelector("#elsewhere") as HTMLElement;
    elsewhere.focus();
    elsewhere.remove();
    draw(".stage", 'data-pick="3"');
    await drawn();
    expect(now()).toBe(document.body);
  });

  it("when a pointer is used", async () => {
    draw(".stage", 'data-pick="3"');
    find('[data-pick="3"]').focus();
    document.dispatchEvent(new Event("pointerdown"));
    draw(".stage", 'data-pick="3"');
    await drawn();
    expect(now()).toBe(document.body);
  });

  it("when somebody has gone on to another target", async () => {
    draw(".stage", 'data-pick="3"', 'data-pick="4"');
    find('[data-pick="4"]').focus();
    find('[data-pick="3"]').remove();
    await drawn();
    expect(now()).toBe(find('[data-pick="4"]'));
  });
});

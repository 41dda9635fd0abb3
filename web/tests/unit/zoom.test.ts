// Zooming by hand: a notch of the wheel is a small step, whatever key is held with it.
import { expect, it } from "vitest";

import { Zoom } from "../../src/shell/zoom.svelte";

function room(): { zoom: Zoom; turn: (deltaY: number, ctrlKey: boolean) => void; leave: () => void } {
  const zoom = new Zoom();
  const node = document.createElement("div");
  const field = document.createElement("div");
  field.className = "field";
  field.getBoundingClientRect = () => new DOMRect(0, 0, 800, 500);
  node.append(field);
  document.body.append(node);
  const turn = (deltaY: number, ctrlKey: boolean) => {
    const event = new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true, clientX: 400, clientY: 250 });
    Object.defineProperty(event, "ctrlKey", { value: ctrlKey }); // the document of these tests has no keys in a wheel
    field.dispatchEvent(event);
  };
  return { zoom, turn, leave: zoom.attach(node) };
}

it.each([
  ["the wheel", false],
  ["the wheel with Ctrl", true],
])("a notch of %s goes a little nearer", (_, ctrlKey) => {
  const { zoom, turn, leave } = room();
  turn(-120, ctrlKey);
  expect(zoom.look.scale).toBeGreaterThan(1.1);
  expect(zoom.look.scale).toBeLessThan(1.4);
  leave();
});

it("fingers on a touchpad, which come as small steps with Ctrl, are followed", () => {
  const { zoom, turn, leave } = room();
  for (let step = 0; step < 10; step += 1) turn(-5, true);
  expect(zoom.look.scale).toBeCloseTo(Math.exp(0.5), 2);
  leave();
});

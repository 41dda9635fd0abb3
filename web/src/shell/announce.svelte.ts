// What is said to those who listen: the page has one voice that waits for its turn and one that interrupts (Announcer.svelte).
import { afterFrame } from "../lib/later";

/** What is being said. What happened and what to choose are apart, so that a change of one does not repeat the other. */
export const voice = $state({ news: "", prompt: "", chat: "", urgent: "" });

/** Say something else from now on: what was said is forgotten at once, and the new is said when it is seen. */
function speaker(name: "news" | "prompt" | "chat"): (text: string) => void {
  let wanted = "";
  let leave = () => {};
  return (text) => {
    if (text === wanted) return;
    wanted = text;
    leave();
    voice[name] = "";
    if (text) leave = afterFrame(() => (voice[name] = text));
  };
}

/** Say what happened; "" forgets it. */
export const announce = speaker("news");

/** Say what is to be chosen. */
export const announcePrompt = speaker("prompt");

/** Say what somebody at the table said. */
export const announceChat = speaker("chat");

/** Say something at once. */
export function interrupt(text: string): void {
  voice.urgent = text;
}

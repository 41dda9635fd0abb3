// What is said to those who listen: the page has one voice that waits for its turn and one that interrupts (Announcer.svelte).

/** What is being said. What happened and what to choose are apart, so that a change of one does not repeat the other. */
export const voice = $state({ news: "", prompt: "", chat: "", urgent: "" });

/** Say what happened; "" forgets it. */
export function announce(text: string): void {
  voice.news = text;
}

/** Say what is to be chosen. */
export function announcePrompt(text: string): void {
  voice.prompt = text;
}

/** Say what somebody at the table said. */
export function announceChat(text: string): void {
  voice.chat = text;
}

/** Say something at once. */
export function interrupt(text: string): void {
  voice.urgent = text;
}

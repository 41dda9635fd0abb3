// What can wait until the frame is drawn that shows a move: the board comes first, what is read beside it right after.

/** Do something when the next frame is drawn; soon, where nothing is drawn. Returns how to leave it. */
export function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const soon = () => (timer = setTimeout(act));
  if (document.visibilityState === "hidden") soon();
  else frame = requestAnimationFrame(soon);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

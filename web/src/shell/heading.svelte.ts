// What the header says at a table: the game, and where in it one is.

export const heading = $state({ title: "", note: "" });

/** Say in the header where one is until the view is left: called while it is made. */
export function head(title: () => string, note: () => string = () => ""): void {
  $effect(() => {
    heading.title = title();
    return () => {
      heading.title = heading.note = "";
    };
  });
  $effect(() => {
    heading.note = note();
  });
}

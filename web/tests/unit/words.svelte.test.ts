// Words come when they are needed, and what needs them begins once.
import { flushSync } from "svelte";
import { expect, it } from "vitest";

import { language, learnWords, speak, t } from "../../src/lib/words.svelte";

it("an effect that learns words does not begin again when they are there", async () => {
  await speak("en", false);
  let times = 0;
  let said: string | undefined;
  const end = $effect.root(() => {
    $effect(() => {
      times += 1;
      void learnWords("any");
    });
    $effect(() => {
      said = t("any:moves");
    });
  });
  for (let k = 0; k < 5; k += 1) {
    flushSync();
    await new Promise((done) => setTimeout(done));
  }
  await expect.poll(() => said).toBe("Your move");
  expect(times).toBe(1);
  end();
});

it("what is asked for in a language is asked for again when that changes, not when words are learnt", async () => {
  await speak("en", false);
  const asked: string[] = [];
  const end = $effect.root(() => {
    $effect(() => void asked.push(language()));
  });
  flushSync();
  await learnWords("caesar/guide");
  flushSync();
  expect(asked).toEqual(["en"]);
  await speak("cs", false);
  flushSync();
  expect(asked).toEqual(["en", "cs"]);
  await speak("en", false);
  end();
});

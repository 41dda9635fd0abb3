// A question to which one says yes or no; Sure.svelte asks it.

interface Question {
  text: string;
  yes: string;
  answer: (isSure: boolean) => void;
}

export const asked = $state<{ question: Question | null }>({ question: null });

/** Ask whether somebody is sure; `yes` is what the button says. */
export function sure(text: string, yes: string): Promise<boolean> {
  asked.question?.answer(false);
  return new Promise((answer) => {
    asked.question = {
      text,
      yes,
      answer: (isSure) => {
        asked.question = null;
        answer(isSure);
      },
    };
  });
}

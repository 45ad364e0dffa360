/** Longer texts are not kept. In characters. */
const longest = 1_000;

/** How many texts are kept, those asked for last. */
const most = 50;

/**
 * Makes a pure function of a text remember its last results, if the same few texts come again and again
 * within a moment. Results are shared, so a caller must not change one.
 */
export const remembering = <Answer>(ask: (text: string) => Answer): ((text: string) => Answer) => {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    if (text.length > longest) return ask(text);
    const answer = ask(text);
    if (answers.size >= most) answers.delete(answers.keys().next().value ?? '');
    answers.set(text, answer);
    return answer;
  };
};

import type { z } from 'zod';
import type { Sentence, Verdict } from '../../texts/say.ts';

/** A sentence in the form that zod takes: zod knows only strings, and keeps the `params` beside them. */
export const issueOf = (sentence: Sentence) => ({ message: String(sentence), params: { sentence } });

/** A check for `superRefine`, for a field that the CMS's own APIs check as well. */
export const checkedBy =
  (check: (value: unknown) => Verdict) =>
  (value: unknown, context: z.RefinementCtx): void => {
    const verdict = check(value);
    if (verdict !== true) context.addIssue({ code: 'custom', ...issueOf(verdict) });
  };

/** The sentence of an issue: its own, or zod's message. */
export const sentenceOf = (issue: z.core.$ZodIssue): Sentence => {
  const sentence: Sentence | undefined = issue.code === 'custom' ? issue.params?.sentence : undefined;
  return sentence ?? issue.message;
};

import type { z } from 'zod';
import type { Sentence, Verdict } from '../../texts/say.ts';

/** A sentence as zod takes one: it knows only strings, and keeps what is beside. */
export const issueOf = (sentence: Sentence) => ({ message: String(sentence), params: { sentence } });

/** For `superRefine`: the check of a field that the CMS's own APIs have, too. */
export const checkedBy =
  (check: (value: unknown) => Verdict) =>
  (value: unknown, context: z.RefinementCtx): void => {
    const verdict = check(value);
    if (verdict !== true) context.addIssue({ code: 'custom', ...issueOf(verdict) });
  };

/** What an issue says. */
export const sentenceOf = (issue: z.core.$ZodIssue): Sentence => {
  const sentence: Sentence | undefined = issue.code === 'custom' ? issue.params?.sentence : undefined;
  return sentence ?? issue.message;
};

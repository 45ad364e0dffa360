import { say, type Verdict } from '../../texts/say.ts';
import { isStorable, unstorable } from './text.ts';

export const isBlank = (text: string): boolean => text.trim() === '';

/** @param most in code points */
export const isTooLong = (text: string, most: number): boolean =>
  text.length > most && [...text].length > most;

/** Checks a required text of several lines. */
export const checkText = (value: unknown, most: number): Verdict => {
  if (typeof value !== 'string') return say('errors:text:notText');
  if (isBlank(value)) return say('errors:text:missing');
  if (isTooLong(value, most)) return say('errors:text:tooLong', { most });
  return isStorable(value) || unstorable;
};

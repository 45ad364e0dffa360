import { toStorable } from '../../../../core/shared/text/text.ts';
import { withoutControls } from '../windows1252.ts';

/** A decoded header value on one line, fit to be stored, cut to `longest` code points. */
export const inLine = (value: string, longest: number): string => {
  const line = toStorable(withoutControls(value).replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')).trim();
  return line.length <= longest
    ? line
    : [...line.slice(0, longest * 2)].slice(0, longest).join('').toWellFormed();
};

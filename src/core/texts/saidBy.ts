import type { PayloadRequest } from 'payload';
import { inWords, type Verdict } from './say.ts';
import { textsBy } from './text.ts';

interface Validated {
  /** The whole document. */
  readonly data: unknown;
  readonly req: PayloadRequest;
}

/** A field's `validate` made from a check: the error is in the language of the request. */
export const saidBy =
  <Value>(check: (value: Value, options: Validated) => Verdict) =>
  (value: Value, options: Validated): true | string => {
    const verdict = check(value, options);
    return verdict === true || inWords(verdict, textsBy(options.req.t));
  };

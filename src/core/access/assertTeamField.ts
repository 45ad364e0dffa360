import { ApiError } from '../shared/errors.ts';
import { relationId } from '../shared/ids.ts';
import { say } from '../texts/say.ts';

interface TeamField {
  readonly name: string;
  readonly wanted: unknown;
  /** What the field was, or is by default. */
  readonly before: unknown;
}

/**
 * Rejects a client who would set what staff and representatives set. The CMS would leave it out without a word, and
 * publish a reply that was sent as internal. What a form sends along unchanged passes.
 *
 * @throws {ApiError} `forbidden`
 */
export const assertTeamField = ({ name, wanted, before }: TeamField): void => {
  if (isSame(relationId(wanted), relationId(before))) return;
  throw new ApiError('forbidden', say('errors:role:forbidsField', { name }));
};

/** Ids come as numbers and as texts. Any other value is no id. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one !== 'object' && String(one) === String(other));

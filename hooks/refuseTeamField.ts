import type { FieldHook } from 'payload';
import type { Gates } from '../src/access/gates.ts';
import { ApiError } from '../src/shared/errors.ts';
import { relationId } from '../src/shared/ids.ts';

/**
 * Refuses a client who would set what staff and representatives set. The CMS would leave it out without a word, and
 * publish a reply that was sent as internal. What a form sends along unchanged passes.
 */
export const buildRefuseTeamField =
  ({ teamField }: Gates): FieldHook =>
  async ({ field, operation, overrideAccess, previousValue, req, value }) => {
    if (overrideAccess || (await teamField({ req }))) return value;
    const isNew = operation === 'create';
    const before = isNew ? field.defaultValue : previousValue;
    const wanted = isNew ? (value ?? before) : value;
    if (isSame(relationId(wanted), relationId(before))) return value;
    throw new ApiError('forbidden', `Your role does not allow ${field.name}.`);
  };

/** Ids come as numbers and as texts. Any other value is no id. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one !== 'object' && String(one) === String(other));

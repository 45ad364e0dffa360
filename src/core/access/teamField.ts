import type { FieldHook } from 'payload';
import { ApiError } from '../shared/errors/errors.ts';
import { relationId } from '../shared/values/ids.ts';
import { say } from '../texts/say.ts';
import type { Gates } from './gates.ts';

/** Rejects a client who would set what staff and representatives set. */
export const rejectTeamField =
  ({ teamField }: Gates): FieldHook =>
  async ({ field, operation, overrideAccess, previousValue, req, value }) => {
    if (overrideAccess || (await teamField({ req }))) return value;
    const isNew = operation === 'create';
    const before = isNew ? field.defaultValue : previousValue;
    assertTeamField({ name: String(field.name), wanted: isNew ? (value ?? before) : value, before });
    return value;
  };

interface TeamField {
  readonly name: string;
  readonly wanted: unknown;
  /** The stored value, or the field's default for a new record. */
  readonly before: unknown;
}

/**
 * Rejects a client's change of a field that only staff and representatives may set. The CMS would silently drop the value
 * and publish a reply that was sent as internal. An unchanged value, which a form sends along, passes.
 *
 * @throws {ApiError} `forbidden`
 */
const assertTeamField = ({ name, wanted, before }: TeamField): void => {
  if (isSame(relationId(wanted), relationId(before))) return;
  throw new ApiError('forbidden', say('errors:role:forbidsField', { name }));
};

/** Ids come as numbers and as texts. Any other value is no id. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one !== 'object' && String(one) === String(other));

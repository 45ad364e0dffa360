import type { FieldHook } from 'payload';
import { assertTeamField } from './assertTeamField.ts';
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

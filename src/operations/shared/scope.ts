import type { Principal } from '../../access/roles.ts';
import type { Conditions } from '../../database/conditions.ts';
import { textParameter } from './text.ts';

/** Leaves the records that are in the caller's reach. */
export const inReach = (conditions: Conditions, { spans, organizations }: Principal): Conditions =>
  spans ? conditions : conditions.add('organization_id = any(?)', [...organizations]);

/** The filter of those who span organizations. */
export const organizationParameter = {
  organization_id: textParameter
    .min(1, 'This is no id.')
    .optional()
    .describe('One organization; for keys that span organizations.'),
};

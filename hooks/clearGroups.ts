import type { GlobalConfig } from 'payload';
import { withClearedGroups } from '../src/settings/storedSecrets.ts';

type BeforeOperation = NonNullable<NonNullable<GlobalConfig['hooks']>['beforeOperation']>[number];

/** Null clears a group of Settings as it clears a field. */
export const clearGroups: BeforeOperation = ({ args, operation }) => {
  const data = operation === 'update' ? args?.data : undefined;
  if (data && 'notifications' in data) data.notifications = withClearedGroups(data.notifications);
  return args;
};

import type { GlobalConfig } from 'payload';
import { withClearedGroups } from '../src/features/settings/storedSecrets.ts';

type BeforeOperation = NonNullable<NonNullable<GlobalConfig['hooks']>['beforeOperation']>[number];

/** Null clears a group of Settings as it clears a field. */
export const clearGroups: BeforeOperation = ({ args, operation }) => {
  if (operation === 'update' && args?.data) args.data = withClearedGroups(args.data);
  return args;
};

import type { GlobalConfig } from 'payload';

type BeforeOperation = NonNullable<NonNullable<GlobalConfig['hooks']>['beforeOperation']>[number];

/** The fields of each group of Settings that a change may clear. */
const groups = {
  smtp: ['host', 'port', 'user', 'password', 'secure'],
  proxy: ['url', 'token'],
} as const;

/** Null clears a group as it clears a field; the CMS itself takes no null for a group. */
export const clearGroups: BeforeOperation = ({ args, operation }) => {
  const data = operation === 'update' ? args?.data : undefined;
  if (!data || !('notifications' in data)) return args;
  const notifications = data.notifications ?? {
    from: null,
    notificationEmail: null,
    smtp: null,
    proxy: null,
  };
  for (const [group, fields] of Object.entries(groups)) {
    if (notifications[group] === null)
      notifications[group] = Object.fromEntries(fields.map((field) => [field, null]));
  }
  data.notifications = notifications;
  return args;
};

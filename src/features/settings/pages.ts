import { settingsSlug } from '../../core/shared/portal/settingsSlug.ts';

/** The pages of Settings: the path of each below the global's own, and the fields that it shows. */
export const settingsPages = {
  sending: {
    path: '',
    fields: ['mailCarriers', 'sendingProvider', 'from', 'notificationEmail', 'smtp', 'proxy', 'retention'],
  },
  mailIn: {
    path: '/mail-in',
    fields: [
      'mailboxState',
      'mailInProvider',
      'address',
      'plainReplyTo',
      'imap',
      'secret',
      'http',
      'blockedSenders',
    ],
  },
  events: { path: '/delivery-events', fields: ['eventsState', 'events'] },
  alerts: { path: '/alerts', fields: ['alertsState', 'alerts'] },
} as const;

type SettingsPage = keyof typeof settingsPages;

/** The page that an address of the admin UI names. */
export const settingsPageOf = (pathname: string): SettingsPage => {
  const pages = Object.keys(settingsPages) as SettingsPage[];
  return pages.find((page) => page !== 'sending' && pathname.endsWith(settingsPages[page].path)) ?? 'sending';
};

/** The path of a page of Settings, below that of the admin UI. */
export const settingsPath = (page: SettingsPage) =>
  `/globals/${settingsSlug}${settingsPages[page].path}` as const;

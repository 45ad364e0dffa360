import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { AlertObserver, Warning } from '../../core/ports/attention.ts';
import { settingsSlug } from '../../core/shared/portal/settingsSlug.ts';
import { carriersOf } from './connectedTransports.ts';
import { findLocalSender } from './start.ts';

/** Warns while nothing carries mail, and while a provider carries it in the name of a sender that no other machine can answer. */
export const findMailWarnings = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<readonly Warning[]> => {
  const [carriers, sender] = await Promise.all([carriersOf(payload), findLocalSender(payload, options.mail)]);
  return [
    ...(carriers.length === 0 ? [nothingConnected] : []),
    ...(sender === null ? [] : [noSender(sender)]),
  ];
};

const nothingConnected: Warning = {
  name: 'no transport',
  tone: 'error',
  lead: 'dashboard:alert:noTransport',
  link: { path: `/globals/${settingsSlug}`, label: 'dashboard:alert:connect' },
};

const noSender = (sender: string): Warning => ({
  name: 'no sender',
  tone: 'error',
  lead: 'dashboard:alert:noSender',
  words: 'dashboard:alert:fallbackSender',
  values: { sender },
  link: { path: `/globals/${settingsSlug}`, label: 'dashboard:alert:setSender' },
});

/** Nothing carries mail. */
export const noTransport: AlertObserver = {
  title: 'No mail transport is connected',
  async observe({ payload }) {
    const carriers = await carriersOf(payload);
    return carriers.length === 0 ? { since: null, count: 1, detail: 'Every mail fails.' } : null;
  },
  page: () => `/globals/${settingsSlug}`,
};

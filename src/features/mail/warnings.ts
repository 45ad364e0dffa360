import type { Payload } from 'payload';
import type { Warning } from '../../core/ports/warning.ts';
import { settingsSlug } from '../../core/shared/settingsSlug.ts';
import { carriersOf } from './connectedTransports.ts';

/** Warns while nothing carries mail. */
export const findMailWarnings = async (payload: Payload): Promise<readonly Warning[]> => {
  const carriers = await carriersOf(payload);
  if (carriers.length > 0) return [];
  return [
    {
      name: 'no transport',
      tone: 'error',
      lead: 'dashboard:alert:noTransport',
      link: { path: `/globals/${settingsSlug}`, label: 'dashboard:alert:connect' },
    },
  ];
};

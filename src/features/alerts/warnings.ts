import type { Payload } from 'payload';
import type { Warning } from '../../core/ports/attention.ts';
import { settingsPath } from '../settings/feature.ts';
import { deadAddresses } from './addresses.ts';

/** Warns of addresses that did not take their last alert. */
export const findAlertWarnings = async (payload: Payload): Promise<readonly Warning[]> => {
  const dead = await deadAddresses(payload);
  const [first] = dead;
  if (!first) return [];
  return [
    {
      name: 'alerts not taken',
      tone: 'error',
      lead: 'dashboard:alert:deadAddress',
      words: 'dashboard:alert:deadSince',
      values: {
        hosts: dead.map(({ url }) => new URL(url).host).join(', '),
        time: { moment: first.failedAt },
        error: first.error,
      },
      link: { path: settingsPath('alerts'), label: 'dashboard:alert:lookAtNotifications' },
    },
  ];
};

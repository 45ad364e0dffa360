import type { AlertObserver } from '../../core/ports/alert.ts';
import { settingsSlug } from '../../core/shared/portal/settingsSlug.ts';
import { carriersOf } from './connectedTransports.ts';

/** Nothing carries mail. */
export const noTransport: AlertObserver = {
  title: 'No mail transport is connected',
  async observe({ payload }) {
    const carriers = await carriersOf(payload);
    return carriers.length === 0 ? { since: null, count: 1, detail: 'Every mail fails.' } : null;
  },
  page: () => `/globals/${settingsSlug}`,
};

import { askBriefly } from '../../core/database/askBriefly.ts';
import { tableOf } from '../../core/database/table.ts';
import type { AlertObserver } from '../../core/ports/attention.ts';

/** A webhook was disabled because its receiver is gone or fails. */
export const webhookDisabled: AlertObserver = {
  title: 'A webhook was turned off',
  async observe({ payload, portal }) {
    const rows = await askBriefly<{ url: string; updated_at: Date }>(
      payload,
      `select url, updated_at from ${tableOf(payload, portal.options.slugs.webhooks)}
       where status = 'disabled' and disabled_reason in ('gone', 'failing') order by updated_at`,
    );
    const [first] = rows;
    if (!first) return null;
    const hosts = [...new Set(rows.map(({ url }) => new URL(url).host))].slice(0, 10).join(', ');
    return { since: first.updated_at, count: rows.length, detail: hosts };
  },
  page: ({ options: { slugs } }) => `/collections/${slugs.webhooks}`,
};

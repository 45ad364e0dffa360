import { z } from 'zod';
import { maySaveSettings } from '../../../core/access/roles.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { adminLink } from '../../../core/request/publicOrigin.ts';
import { settingsPath } from '../../settings/feature.ts';
import { addressesOf, noteAddress } from '../addresses.ts';
import { buildAlertSender, sendAlert } from '../send.ts';
import type { AlertAddress } from '../vocabulary.ts';

const output = z.strictObject({
  data: z.array(
    z.strictObject({
      url: z.string(),
      status: z.enum(['ok', 'failed']),
      error: z.string().nullable().describe('Why the address did not accept the alert.'),
    }),
  ),
});

export const testAlerts = defineOperation({
  name: 'test_alerts',
  summary:
    'Sends an alert of the kind `test` to each alert address of Settings, and returns which accepted it.',
  method: 'POST',
  path: '/portal/v1/alerts/test',
  who: { gate: maySaveSettings, scope: null },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output, status: 200 },
  async run(_input, { payload, portal }) {
    const sender = buildAlertSender(portal);
    const alert = {
      kind: 'test',
      state: 'began',
      since: new Date().toISOString(),
      count: 1,
      detail: 'Someone tries the alert addresses of Settings.',
      url: adminLink(payload, settingsPath('alerts')),
    } as const;
    const tryOne = async (address: AlertAddress) => {
      const error = await sendAlert({ sender, address, alert, title: 'This is a test' });
      await noteAddress(payload, address.url, error);
      return { url: address.url, status: error === null ? ('ok' as const) : ('failed' as const), error };
    };
    try {
      return { output: { data: await Promise.all((await addressesOf(payload)).map(tryOne)) } };
    } finally {
      sender.close();
    }
  },
});

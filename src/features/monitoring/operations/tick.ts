import { z } from 'zod';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { holdersOfSecret } from '../../../core/http/sharedSecret.ts';
import { tickOf } from '../../../core/jobs/round.ts';

const output = z.strictObject({
  jobs: z.int().min(0).describe('The number of jobs done, such as deliveries of webhooks and mails.'),
  more: z.boolean().describe('True if work is left: the next tick continues it, so call it at once.'),
});

export const tick = defineHolderOperation({
  name: 'tick',
  summary: 'Does one round of the background work, for hosts without long-running processes.',
  description:
    'Mails and deliveries that are due, rows that wait to be written to the email log, and what is done every day: pruning, and warnings of API keys that expire. A round ends within a minute. Let the host’s scheduler call it every minute.',
  method: 'POST',
  path: '/portal/v1/tick',
  who: holdersOfSecret({
    read: async (_payload, { options }) => options.cronSecret,
    refusal:
      'CRON_SECRET as a Bearer token opens this, nothing else. For the rest of the API generate a new key in Settings.',
    schemes: ['cronSecret'],
    description: 'Only `CRON_SECRET` opens it.',
  }),
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output, status: 200 },
  examples: { output: { jobs: 3, more: false } },
  run: async (_input, { payload }) => ({ output: await tickOf(payload)() }),
});

import { z } from 'zod';
import { isStaff } from '../../../core/access/roles.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { metricsOf } from '../../../core/metrics/metrics.ts';

export const getMetrics = defineOperation({
  name: 'get_metrics',
  summary:
    'Reads metrics for Prometheus: mails, the spool, queues, webhook attempts, requests and the process.',
  description:
    'Prometheus’s text format 0.0.4. Metrics of all processes have the same value in each of them: take the `max` over instances, not the `sum`.',
  method: 'GET',
  path: '/portal/v1/metrics',
  who: { gate: isStaff, scope: 'email-log:read' },
  input: z.strictObject({}),
  response: { output: z.string(), status: 200, mediaType: 'text/plain' },
  async run(_input, { payload }) {
    await preparePortalSchema(payload);
    const { text, contentType } = await metricsOf(payload).read();
    return { output: text, headers: { 'Content-Type': contentType } };
  },
});

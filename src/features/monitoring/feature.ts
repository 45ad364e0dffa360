import type { Feature } from '../../core/feature.ts';
import { reencryptResponses } from '../../core/http/idempotency/reencryptResponses.ts';
import { pruneResponses } from '../../core/http/idempotency/respondOnce.ts';
import { getMetrics } from './operations/getMetrics.ts';
import { tick } from './operations/tick.ts';
import { findWorkWarnings } from './warnings.ts';

/** Monitoring: figures for Prometheus, and the tick of hosts on which no process lives on. */
export const monitoring: Feature = {
  name: 'monitoring',
  tags: {
    metrics: { name: 'Monitoring', description: 'Figures for Prometheus.' },
    tick: { name: 'Background work', description: 'For hosts without long-running processes.' },
  },
  securitySchemes: {
    cronSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The environment variable `CRON_SECRET`. If it is not set, every request is rejected.',
    },
  },
  operations: [getMetrics, tick],
  dailyTasks: [{ failure: 'Old answers of the API could not be pruned', run: pruneResponses }],
  reencrypt: reencryptResponses,
  findWarnings: findWorkWarnings,
};

import { workOf } from '../../../src/core/jobs/work.ts';
import { registerWebhookWorkers } from '../../../src/features/webhooks/deliveries/deliver.ts';
import { barePortal, openBareApp } from './bareApp.ts';

/** A worker for webhooks in a process of its own. */
const { databaseUrl }: { databaseUrl: string } = JSON.parse(process.argv[2] ?? '');

const payload = openBareApp(databaseUrl);
registerWebhookWorkers(payload, barePortal());
workOf(payload).start();
// Its own timers let a process end.
setInterval(() => {}, 1_000);
process.send?.({ ready: true });

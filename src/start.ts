import type { Payload } from 'payload';
import { alertQueue, buildSendAlert } from './alerts/send.ts';
import { expiryWarningQueue, sendExpiryWarning } from './api-keys/expiryWarnings.ts';
import { buildBackgroundWork } from './background.ts';
import type { PortalContext } from './context.ts';
import { eraseAgain, erasureQueue } from './email-log/erase.ts';
import { processMail } from './inbound/processMail.ts';
import { inboundDepth } from './inbound/query.ts';
import { inboundQueues } from './inbound/receiveMail.ts';
import { takeWaitingEvents, waitingEventsQueue } from './mail-events/takeEvents.ts';
import { metricsOf } from './metrics/metrics.ts';
import { attachPortal, type Portal } from './portal.ts';
import { registerWorker } from './queue/jobs.ts';
import { provideTick } from './queue/round.ts';
import { startEmailLog, startMail } from './startMail.ts';
import { ticketNoticeQueue } from './tickets/notices.ts';
import { sendNotice } from './tickets/sendNotice.ts';
import { registerWebhookWorkers } from './webhooks/workers.ts';

const mostInboundAtOnce = 4;

/** Those of strangers are read one by one, whatever else waits. */
const mostOfStrangersAtOnce = 1;

/** Addresses that hang keep one each, for every alert that is on its way to them. */
const mostAlertsAtOnce = 100;

/** Takes the portal's place in a Payload instance that is about to start. */
export const startPortal = (payload: Payload, context: PortalContext): Portal => {
  registerJobs(payload, context);
  registerWebhookWorkers(payload, context);
  metricsOf(payload).followInbound(() => inboundDepth(payload, context));
  const background = buildBackgroundWork(payload, context);
  const log = startEmailLog(payload, context);
  startMail(payload, context, log);
  provideTick(payload, async () => {
    await log.open();
    return background.round();
  });
  return attachPortal({ payload, context, log, background });
};

const registerJobs = (payload: Payload, portal: PortalContext): void => {
  registerWorker(payload, ticketNoticeQueue, (job) => sendNotice({ payload, portal }, job));
  registerWorker(payload, alertQueue, buildSendAlert(payload, portal), mostAlertsAtOnce);
  registerWorker(payload, erasureQueue, (job) => eraseAgain(payload, portal.options.slugs, job));
  registerWorker(payload, waitingEventsQueue, (job) => takeWaitingEvents(payload, portal, job));
  registerWorker(
    payload,
    inboundQueues.known,
    (job) => processMail({ payload, portal, senders: 'known' }, job),
    mostInboundAtOnce,
  );
  registerWorker(
    payload,
    inboundQueues.strangers,
    (job) => processMail({ payload, portal, senders: 'strangers' }, job),
    mostOfStrangersAtOnce,
  );
  registerWorker(payload, expiryWarningQueue, (job) => sendExpiryWarning(payload, portal.options, job));
};

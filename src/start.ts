import type { Payload } from 'payload';
import { buildBackgroundWork } from './background.ts';
import type { PortalContext } from './core/context.ts';
import { registerWorker } from './core/jobs/jobs.ts';
import { provideTick } from './core/jobs/round.ts';
import { metricsOf } from './core/metrics/metrics.ts';
import { alertQueue, buildSendAlert } from './features/alerts/send.ts';
import { expiryWarningQueue, sendExpiryWarning } from './features/api-keys/expiryWarnings.ts';
import { takeWaitingEvents, waitingEventsQueue } from './features/delivery/takeEvents.ts';
import { eraseAgain, erasureQueue } from './features/email-log/erase.ts';
import { processMail } from './features/inbound/processMail.ts';
import { inboundDepth } from './features/inbound/query.ts';
import { inboundQueue } from './features/inbound/receiveMail.ts';
import { ticketNoticeQueue } from './features/tickets/notices.ts';
import { sendNotice } from './features/tickets/sendNotice.ts';
import { registerWebhookWorkers } from './features/webhooks/workers.ts';
import { attachPortal, type Portal } from './portal.ts';
import { startEmailLog, startMail } from './startMail.ts';

const mostInboundAtOnce = 4;

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
  registerWorker(payload, inboundQueue, (job) => processMail({ payload, portal }, job), mostInboundAtOnce);
  registerWorker(payload, expiryWarningQueue, (job) => sendExpiryWarning(payload, portal.options, job));
};

import { createLocalReq, type Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { withDates } from '../../../core/database/time.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { publishRequest } from '../events.ts';
import { mailRecipients, tellOfFiles } from '../mails/send.ts';
import { hasAllItems } from './items.ts';
import { noteRequest, type StoredRequest, storedRequests } from './storedRequest.ts';

/** Requests that one transaction looks after. */
const batch = 20;

/** Minutes without another file of a request after which the team gets a mail about its files. */
const quietMinutes = 10;

/**
 * Does what is due, also after a time in which no process ran: ends requests, reminds their recipients, tells of files.
 * Several instances share the work.
 */
export const processDueRequests = async (payload: Payload, portal: PortalContext): Promise<void> => {
  for (const step of [expireSome, remindSome, tellOfSome])
    for (let done = batch; done === batch; ) done = await step(payload, portal);
};

/** @returns the number of requests that it ended */
const expireSome = async (payload: Payload, portal: PortalContext): Promise<number> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const expired = await storedRequests.expire(req, portal, { state: 'open', most: batch });
    for (const request of expired) {
      await noteRequest(req, portal, request, { kind: 'expired' });
      await publishRequest({ req, portal }, 'upload_request.expired', request);
    }
    return expired.length;
  });
};

/**
 * Reminds of requests 3 days and 1 day before they are due, and once after. If several moments have passed unnoticed, the
 * last one counts. No one is reminded of a request whose items have all come.
 *
 * @returns the number of requests of which a moment has passed
 */
const remindSome = async (payload: Payload, portal: PortalContext): Promise<number> => {
  const req = await createLocalReq({}, payload);
  const table = tableOf(payload, portal.options.slugs.uploadRequests);
  return inTransaction(req, async () => {
    const { rows } = await runStatement<StoredRequest & Record<string, unknown>>(
      req,
      `update ${table} set reminded_at = now() where id in (
         select id from ${table} where status = 'open' and reminders and expires_at > now() and exists (
           select 1 from unnest(array[due_at - interval '3 days', due_at - interval '1 day', due_at]) moment
           where moment <= now() and moment > coalesce(reminded_at, created_at))
         limit ${batch} for update skip locked)
       returning ${storedRequests.columns}`,
    );
    for (const row of rows.filter(({ items }) => !hasAllItems(items)))
      await mailRecipients({ req, portal, request: withDates(row) }, { about: 'reminder' });
    return rows.length;
  });
};

/** @returns the number of requests of whose files it told people */
const tellOfSome = async (payload: Payload): Promise<number> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const { rows } = await runStatement<{ request_id: string }>(
      req,
      `select request_id from support_portal.upload_request_files where told_at is null group by request_id
       having max(uploaded_at) <= now() - interval '${quietMinutes} minutes' limit ${batch}`,
    );
    for (const { request_id } of rows) await tellOfFiles(req, request_id);
    return rows.length;
  });
};

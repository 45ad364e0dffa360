import { z } from 'zod';
import { assertDatabaseAnswers } from '../../../core/database/assertPostgres.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import type { RequestContext } from '../../../core/http/operationContext.ts';
import { readBytes } from '../../../core/request/readBytes.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { type EventProviderName, eventProviders } from '../../../core/shared/portal/mailProviders.ts';
import { eventSecrets } from '../../settings/feature.ts';
import { mailgun } from '../providers/mailgun.ts';
import { postmark } from '../providers/postmark.ts';
import type { EventProvider } from '../providers/provider.ts';
import { resend } from '../providers/resend.ts';
import { sendgrid } from '../providers/sendgrid.ts';
import { ses } from '../providers/ses.ts';
import { takeEvents } from '../takeEvents.ts';
import { spendToken } from '../usedTokens.ts';

/** SendGrid sends up to a thousand events at once. */
const largestBody = 5 * 1024 * 1024;

const tooLarge = () => new ApiError('payload_too_large', 'The body is larger than 5 MiB.');

const asTheProviderSends = {
  schema: { description: 'As the provider documents it.', type: ['object', 'array'] },
  example: {
    RecordType: 'Delivery',
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Recipient: 'ann@example.com',
    DeliveredAt: '2026-03-02T08:15:30Z',
  },
};

export const receiveMailEvents = defineHolderOperation({
  name: 'receive_mail_events',
  summary: 'Receives a provider’s events about mails: delivered, deferred, bounced, complained.',
  description:
    'For `resend`, `postmark`, `ses`, `mailgun` and `sendgrid`. The events are stored before the response; the same event again changes nothing. One that comes before the row of its mail waits a day for it. Events of other kinds are taken and left out.',
  method: 'POST',
  path: '/portal/v1/mail-events/{provider}',
  who: {
    // The provider's signature covers the body, so that `run` checks both.
    admit: ({ payload }) => assertDatabaseAnswers(payload),
    schemes: ['providerSignature', 'providerPassword'],
    description: 'Only the provider’s own signature or credential opens it. While none is set, this is 404.',
  },
  input: z.strictObject({}),
  body: { raw: { 'application/json': asTheProviderSends, 'text/plain': { schema: { type: 'string' } } } },
  response: {
    output: z.strictObject({ events: z.int().describe('The number of accepted events.') }),
    status: 200,
  },
  async run(_input, { isSlow, payload, portal, params, req }) {
    const provider = params.provider as EventProviderName;
    const first = await secretOf({ payload, portal }, provider);
    assertReadable(req.headers);
    const body = await readBytes(req, largestBody, tooLarge);
    const secret = isSlow() ? await secretOf({ payload, portal }, provider) : first;
    const request = { headers: req.headers, body };
    const events = await providers[provider].read(request, secret);
    const token = providers[provider].tokenOf?.(request);
    await inTransaction(req, async () => {
      const isNew = token === undefined || (await spendToken(req, { provider, token, body }));
      if (isNew && events.length > 0) await takeEvents(req, portal, provider, events);
    });
    return { output: { events: events.length } };
  },
});

/** @throws {ApiError} `not_found` while none is set */
const secretOf = async (
  { payload, portal }: Pick<RequestContext, 'payload' | 'portal'>,
  provider: EventProviderName,
): Promise<string> => {
  const secret = eventProviders.includes(provider)
    ? (await eventSecrets(payload, portal.options.mailEvents))[provider]
    : null;
  if (!secret?.trim()) throw notFound();
  return secret;
};

/** Amazon SNS calls its JSON plain text. */
const assertReadable = (headers: Headers): void => {
  const [type = ''] = (headers.get('Content-Type') ?? '').toLowerCase().split(';', 1);
  const isPacked = /^(?!identity$)./i.test(headers.get('Content-Encoding') ?? '');
  if (isPacked || !['application/json', 'text/plain'].includes(type.trim()))
    throw new ApiError('unsupported_media_type', 'Send JSON (application/json, or text/plain), as it is.');
};

const providers: Readonly<Record<EventProviderName, EventProvider>> = {
  resend,
  postmark,
  ses,
  mailgun,
  sendgrid,
};

import { portalOf } from 'payload-support-portal';
import { SupportPortalClient, verifyWebhook, WebhookVerificationError } from 'payload-support-portal/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeKey } from '../support/api/api.ts';
import { eventually } from '../support/mail/mail.ts';
import { createPeople } from '../support/portal/people.ts';
import { type ServedPortal, startServedPortal } from '../support/portal/servedPortal.ts';
import { type ReceivedRequest, startHttpServer, type TestHttpServer } from '../support/servers/httpServer.ts';

let served: ServedPortal;
let receiver: TestHttpServer;
let client: SupportPortalClient;
let webhook: { id: string; secret: string };
let secret: string;
let received: ReceivedRequest;

beforeAll(async () => {
  served = await startServedPortal({ webhooks: { allowedNetworks: ['127.0.0.0/8'] } });
  portalOf(served.portal.payload)?.work();
  const { administrator, client: owner, organization } = await createPeople(served.portal);
  const apiKey = await makeKey(served.portal, administrator, { owner, organization });
  client = new SupportPortalClient({ url: served.url, apiKey });
  receiver = await startHttpServer((response) => response.writeHead(204).end());
  webhook = await client.webhooks.create({ url: receiver.url, events: ['ticket.created'] });
  ({ secret } = webhook);
  await client.tickets.create({ subject: 'Tell them' });
  await eventually(() => receiver.requests.length === 1);
  [received] = receiver.requests as [ReceivedRequest];
});

afterAll(async () => {
  await served.stop();
  await receiver.close();
});

describe('verifyWebhook', () => {
  afterEach(() => void vi.useRealTimers());

  it('gives the event that the portal sent', () => {
    const { headers, body } = received;
    const event = verifyWebhook({ headers, body, secret });
    expect(event).toMatchObject({ event: 'ticket.created', data: { subject: 'Tell them' } });
    const asWeb = new Headers(headers as Record<string, string>);
    expect(verifyWebhook({ headers: asWeb, body: Buffer.from(body), secret })).toEqual(event);
  });

  it('takes the secret that was replaced, and the one that replaced it', async () => {
    const renewed = (await client.webhooks.rotateSecret(webhook.id)).secret;
    await client.webhooks.test(webhook.id);
    await expect.poll(() => receiver.requests).toHaveLength(2);
    const { headers, body } = receiver.requests[1] ?? received;
    for (const known of [secret, renewed]) {
      expect(verifyWebhook({ headers, body, secret: known }).event).toBe('webhook.test');
    }
  });

  it('refuses another body, another secret and no signature', () => {
    const { headers, body } = received;
    const forgeries = [
      { headers, body: `${body} `, secret },
      { headers, body, secret: 'whsec_AAAA' },
      { headers, body, secret: '' },
      { headers: { ...headers, 'webhook-timestamp': 'now' }, body, secret },
      { headers: { ...headers, 'webhook-signature': undefined }, body, secret },
    ];
    for (const forgery of forgeries) expect(() => verifyWebhook(forgery)).toThrow(WebhookVerificationError);
  });

  it.each([
    [-6, false],
    [-4, true],
    [4, true],
    [6, false],
  ])('%i minutes after the signature takes the webhook: %s', (minutes, isTaken) => {
    const { headers, body } = received;
    const signedAt = Number(headers['webhook-timestamp']) * 1_000;
    vi.useFakeTimers({ toFake: ['Date'], now: signedAt + minutes * 60_000 });
    const verify = () => verifyWebhook({ headers, body, secret });
    if (isTaken) expect(verify().event).toBe('ticket.created');
    else expect(verify).toThrow(WebhookVerificationError);
  });
});

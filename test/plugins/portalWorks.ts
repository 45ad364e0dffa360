import { expect } from 'vitest';
import type { Answered, Client } from '../support/api/api.ts';
import type { OwnApp } from '../support/portal/ownApp.ts';
import { mailsUnderWay } from '../support/portal/payload.ts';

/** What fields of the plugin a request has to send beside the portal's own. */
interface Demanded {
  readonly ticket?: object;
  readonly folder?: object;
  /** As the parts of an upload. */
  readonly file?: Readonly<Record<string, string>>;
}

interface Records {
  readonly ticket: Answered['body'];
  readonly folder: Answered['body'];
  readonly file: Answered['body'];
}

/** Has a client use the portal from end to end beside another plugin. */
export const portalWorks = async (app: OwnApp, demanded: Demanded = {}): Promise<Records> => {
  const client = await app.clientOf('customer');
  const made = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect([answer.status, answer.body]).toMatchObject([201, {}]);
    return answer.body;
  };
  const webhook = await made('/v1/webhooks', { url: 'https://93.184.215.14/', events: ['*'] });
  const ticket = await made('/v1/tickets', { subject: 'The VPN is slow', ...demanded.ticket });
  const changed = await client.patch(`/v1/tickets/${ticket.id}`, { priority: 'high' });
  expect([changed.status, changed.body.priority]).toEqual([200, 'high']);
  await made(`/v1/tickets/${ticket.id}/replies`, { body: 'Still slow.' });
  const folder = await made('/v1/folders', { name: 'Logs', ...demanded.folder });
  const file = await upload(app, client, { folder_id: folder.id, ticket_id: ticket.id, ...demanded.file });
  const { body } = await client.get(`/v1/webhooks/${webhook.id}/deliveries`);
  const events = body.data.map(({ event }: { event: string }) => event);
  expect(events.toSorted()).toEqual(['file.uploaded', 'ticket.created', 'ticket.replied', 'ticket.updated']);
  expect((await client.get('/v1/tickets')).body.data).toMatchObject([{ id: ticket.id }]);
  await app.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello', text: 'Hello' });
  expect(await loggedMails(app, 'ann@example.com')).toMatchObject([{ subject: 'Hello', status: 'sent' }]);
  return { ticket, folder, file };
};

const upload = async (
  app: OwnApp,
  client: Client,
  parts: Record<string, string>,
): Promise<Answered['body']> => {
  const form = new FormData();
  form.append('file', new File(['bytes'], 'log.txt', { type: 'text/plain' }));
  for (const [name, text] of Object.entries(parts)) form.append(name, text);
  const headers = { Authorization: String(client.authorization) };
  const response = await app.fetch('/api/v1/files', { method: 'POST', headers, body: form });
  const body = await response.json();
  expect([response.status, body]).toMatchObject([201, { filename: 'log.txt' }]);
  return body;
};

/** The rows of the email log to one address, once no mail is under way. */
export const loggedMails = async (app: OwnApp, to: string): Promise<Answered['body'][]> => {
  await expect.poll(() => mailsUnderWay(app)).toBe(0);
  const staff = await app.sessionOf('it');
  return (await staff.get(`/portal/v1/email-log?to=${encodeURIComponent(to)}`)).body.data;
};

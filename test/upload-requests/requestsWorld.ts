import { expect } from 'vitest';
import { makeFolder } from '../support/api/files.ts';
import type { Answer } from '../support/pages/clientBrowser.ts';
import { mailsSettled, serverUrl } from '../support/portal/payload.ts';
import { mailsTo, startTransfers, type TransfersWorld } from '../transfers/transfersWorld.ts';

export interface RequestsWorld extends TransfersWorld {
  /** A folder of `people.organization`. */
  folder: string;
}

/** A portal that sends mail, with keys of staff and clients and a folder. */
export const startRequests = async (): Promise<RequestsWorld> => {
  const world = await startTransfers();
  return {
    ...world,
    folder: await makeFolder(world, world.keys.staff, 'From clients'),
    async settled() {
      await mailsSettled(world, 'upload-request-mails');
      await mailsSettled(world, 'link-mails');
    },
  };
};

export const askFor = async (world: RequestsWorld, fields: object = {}): Promise<Answer['body']> => {
  const { body, status } = await world.staff.post('/v1/upload-requests', {
    title: 'Texts',
    organization_id: String(world.people.organization),
    folder_id: world.folder,
    recipients: [{ email: 'ann@example.com', name: 'Ann' }],
    ...fields,
  });
  expect([status, body.details]).toEqual([201, undefined]);
  return body;
};

/** The secret in the address of a request's page. */
export const secretIn = (text: string): string => /\/r\/(spl_[\dA-Za-z]{43})/.exec(text)?.[1] ?? '';

/** The mails that were logged in this test, as recipient and type. */
export const logged = async (world: RequestsWorld): Promise<string[]> => {
  await world.settled();
  // Without those about the keys.
  const rows = await world.sql<{ to: string; type: string }>(
    `select "to", type from email_log where related_type = 'upload_request'`,
  );
  return rows.map(({ to, type }) => `${to} ${type}`).toSorted();
};

/** The text of the newest mail to an address. */
export const mailTo = async (world: RequestsWorld, address: string): Promise<string> => {
  await world.settled();
  return mailsTo(world, address).at(-1) ?? '';
};

/** The secret of the link that was mailed to an address last. */
export const mailedSecret = async (world: RequestsWorld, address: string): Promise<string> =>
  secretIn(await mailTo(world, address));

interface Sent {
  readonly name?: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly item?: string;
  readonly sender?: string;
}

/** Sends a file by a link. */
export const send = async (
  { fetch }: RequestsWorld,
  link: string,
  { name = 'texts.txt', content = 'hello', type = 'text/plain', item, sender }: Sent = {},
): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new File([content as never], name, { type }));
  if (item !== undefined) form.append('item_id', item);
  if (sender !== undefined) form.append('name', sender);
  const response = await fetch(`/api/portal/v1/links/${link}/files`, {
    method: 'POST',
    headers: { Origin: serverUrl, 'X-Forwarded-For': '198.51.100.7', 'User-Agent': 'Firefox/140.0' },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

export const at = async (
  { fetch }: RequestsWorld,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => {
  const response = await fetch(`/api/portal/v1/links/${path}`, {
    method,
    headers: { Origin: serverUrl, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};

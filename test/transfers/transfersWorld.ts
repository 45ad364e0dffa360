import type { Plugin } from 'payload';
import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { type SupportPortalOptions, smtpTransport } from 'payload-support-portal';
import { expect } from 'vitest';
import { type Client, clientOf } from '../support/api/api.ts';
import { type FilesPortal, startFilesPortal } from '../support/api/files.ts';
import type { Answer } from '../support/pages/clientBrowser.ts';
import { mailsSettled, query, serverUrl } from '../support/portal/payload.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

export interface TransfersWorld extends FilesPortal {
  smtp: TestSmtpServer;
  staff: Client;
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Waits until no mail about transfers or links is under way. */
  settled(): Promise<void>;
}

/** A portal that sends mail, with keys of staff and clients. */
export const startTransfers = async (
  options: SupportPortalOptions = {},
  plugins?: readonly Plugin[],
): Promise<TransfersWorld> => {
  const smtp = await startSmtpServer();
  const mail = {
    from: 'Support <noreply@portal.example>',
    transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
  };
  const portal = await startFilesPortal(
    { mail, rateLimit: { perMinute: 0 }, ...options },
    { i18n: { supportedLanguages: { en, de } }, ...(plugins && { plugins: [...plugins] }) },
  );
  return {
    ...portal,
    smtp,
    staff: clientOf(portal, `Bearer ${portal.keys.spanning}`),
    sql: (text, values = []) => query(portal.databaseUrl, text, values) as never,
    async settled() {
      await mailsSettled(portal, 'transfer-mails');
      await mailsSettled(portal, 'link-mails');
    },
    async stop() {
      await portal.stop();
      await smtp.close();
    },
  };
};

/** Creates a draft with a file, and sends it. */
export const sendTransfer = async (
  world: TransfersWorld,
  fields: object = {},
  contents: readonly string[] = ['hello'],
): Promise<{ id: string; files: string[]; body: Answer['body'] }> => {
  const { body: draft, status } = await world.staff.post('/v1/transfers', { title: 'Plans', ...fields });
  expect([status, draft.details]).toEqual([201, undefined]);
  const files: string[] = [];
  for (const [index, content] of contents.entries())
    files.push((await addFile(world, draft.id, content, `file ${index + 1}.txt`)).body.id);
  const sent = await world.staff.post(`/v1/transfers/${draft.id}/send`);
  expect([sent.status, sent.body.error]).toEqual([202, undefined]);
  return { id: draft.id, files, body: sent.body };
};

export const addFile = async (
  { fetch, staff }: TransfersWorld,
  transfer: string,
  content: string | Uint8Array,
  name = 'plan.txt',
): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new File([content as never], name, { type: 'text/plain' }));
  const response = await fetch(`/api/v1/transfers/${transfer}/files`, {
    method: 'POST',
    headers: { Authorization: staff.authorization ?? '' },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** The secret in the newest mail to an address, or in the address of a link. */
export const secretIn = (text: string): string => /\/t\/(spl_[\dA-Za-z]{43})/.exec(text)?.[1] ?? '';

/** The text of a mail, as it was written. */
const decoded = (content: string): string =>
  content
    .replaceAll('=\r\n', '')
    .replace(/((?:=[\dA-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));

export const mailsTo = ({ smtp }: TransfersWorld, address: string): string[] =>
  smtp.mails.filter(({ recipients }) => recipients.includes(address)).map(({ content }) => decoded(content));

/** The secret of the link that was mailed to an address last. */
export const mailedSecret = async (world: TransfersWorld, address: string): Promise<string> => {
  await expect.poll(() => secretIn(mailsTo(world, address).at(-1) ?? '')).not.toBe('');
  return secretIn(mailsTo(world, address).at(-1) ?? '');
};

/** A link that is no one's. */
export const anyLink = async ({ staff }: TransfersWorld, transfer: string): Promise<string> => {
  const { body, status } = await staff.post(`/v1/transfers/${transfer}/links`, {});
  expect(status).toBe(201);
  return secretIn(body.url);
};

/** A caller of the link API, with cookies of its own. */
export const visit = ({ fetch }: Pick<TransfersWorld, 'fetch'>, address = '198.51.100.7') => {
  const cookies = new Map<string, string>();
  const request = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`/api/portal/v1/links/${path}`, {
      method,
      headers: {
        Origin: serverUrl,
        'X-Forwarded-For': address,
        'User-Agent': 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0',
        ...(cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    cookies,
    get: (path: string) => request('GET', path),
    post: (path: string, body: object = {}) => request('POST', path, body),
  };
};

/** The path of a download address. */
export const pathOf = (url: string): string => url.slice(serverUrl.length);

/** Asks a link for the address of a file, or of the zip of all. */
export const addressFor = async (world: TransfersWorld, link: string, file?: string): Promise<string> => {
  const { body, status } = await visit(world).post(
    `${link}/downloads`,
    file === undefined ? {} : { file_id: file },
  );
  expect([status, body.message]).toEqual([201, undefined]);
  return pathOf(body.download_url);
};

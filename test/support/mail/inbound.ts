import type { SupportPortalOptions } from '../../../src/index.ts';
import type { TestPortal } from '../portal/payload.ts';

export const inboundSecret = 'the secret of mail in';

/** The name by which the tests' receiving server signs its verdicts. */
export const authservId = 'mx.portal.test';

/** A portal that takes these messages, over HTTP as from a mailbox. */
export const withInbound = {
  inbound: {
    address: 'support@portal.test',
    secret: inboundSecret,
    trustedAuthservId: { imap: authservId, http: authservId },
  },
  rateLimit: { perMinute: 0 },
} as const satisfies SupportPortalOptions;

export interface Written {
  readonly from: string;
  readonly to?: string;
  readonly subject?: string;
  readonly text?: string;
  /** Further headers, each a line. */
  readonly headers?: readonly string[];
  /** The verdict of the receiving server. */
  readonly dmarc?: 'pass' | 'fail' | 'none';
  /** Files by name. */
  readonly attachments?: Readonly<Record<string, string>>;
}

let count = 0;

/** A message as a mail client writes it. */
export const written = ({
  from,
  to = 'support@portal.test',
  subject = 'A question',
  text = 'Does it work?',
  headers = [],
  dmarc = 'pass',
  attachments = {},
}: Written): string => {
  count += 1;
  const head = [
    `Authentication-Results: ${authservId}; dmarc=${dmarc} header.from=${domainIn(from)}`,
    `Received: from mail.client.example by ${authservId} with ESMTPS; Mon, 23 Nov 2026 10:00:00 +0000`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${count}.${process.hrtime.bigint()}@client.example>`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
  ];
  const files = Object.entries(attachments);
  if (files.length === 0)
    return [...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n');
  const parts = files.flatMap(([name, content]) => [
    '--b',
    'Content-Type: application/octet-stream',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
  ]);
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...parts,
    '--b--',
    '',
  ].join('\r\n');
};

const domainIn = (from: string): string => /@([^<>@\s,]+)>?\s*$/.exec(from)?.[1] ?? 'example.com';

/** Hands a message over, as a mail server's pipe does. */
export const deliver = async (
  { fetch }: Pick<TestPortal, 'fetch'>,
  message: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { id: string } & Record<string, unknown> }> => {
  const response = await fetch('/api/portal/v1/inbound', {
    method: 'POST',
    headers: { Authorization: `Bearer ${inboundSecret}`, 'Content-Type': 'message/rfc822', ...headers },
    body: message as BodyInit,
  });
  return { status: response.status, body: await response.json() };
};

import { z } from 'zod';
import { isSpanningStaff } from '../../../core/access/roles.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { isUnreadableMessage } from '../message/UnreadableMessage.ts';
import { processAgain } from '../processAgain.ts';
import { readerOf } from '../reading/reader.ts';
import { sourceOf, textPage } from '../reading/sourcePage.ts';
import { findMail, readRawMail, type StoredMail } from '../storage/storedMail.ts';
import { inboundMail, toInboundMail } from './inboundMail.ts';
import { loadInboundMail } from './readInboundMails.ts';

const shared = {
  who: { gate: isSpanningStaff, scope: 'tickets:write' },
  load: loadInboundMail,
} as const;

const kept =
  'It is kept until its outcome is final, and for 30 days if it was held, failed, or accepted by staff; then it is 404.';

/** @throws {ApiError} `not_found` once it is gone */
const bytesOf = async ({ payload, portal }: OperationContext, mail: StoredMail): Promise<Uint8Array> => {
  const bytes = await readRawMail(payload, portal.options.slugs.inboundMails, mail);
  if (!bytes) throw notFound();
  return bytes;
};

export const downloadInboundMail = defineOperation({
  ...shared,
  name: 'download_inbound_mail',
  summary: 'Downloads a message as it came.',
  description: kept,
  method: 'GET',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/message',
  input: z.strictObject({}),
  response: {
    output: z.null(),
    status: 200,
    mediaType: 'message/rfc822',
    headers: ['Content-Disposition'],
  },
  async run(_input, context, mail: StoredMail) {
    const bytes = await bytesOf(context, mail);
    return {
      output: null,
      stream: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
      headers: { 'Content-Disposition': `attachment; filename="message-${mail.id}.eml"` },
    };
  },
});

/** A message that exceeds a limit is shown as it came. */
const pageOf = async (context: OperationContext, mail: StoredMail): Promise<string> => {
  const bytes = await bytesOf(context, mail);
  const source = sourceOf(bytes);
  try {
    return await readerOf(context.payload).view(bytes);
  } catch (error) {
    if (!isUnreadableMessage(error)) throw error;
    return textPage(source);
  }
};

/** No script runs, nothing is loaded, no form is sent, and no other site shows it. */
const policy =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export const showInboundMail = defineOperation({
  ...shared,
  name: 'show_inbound_mail',
  summary:
    'Shows a message as its sender formatted it, as a page of its own without scripts and remote content.',
  description: kept,
  method: 'GET',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/page',
  input: z.strictObject({}),
  response: { output: z.string(), status: 200, mediaType: 'text/html' },
  async run(_input, context, mail: StoredMail) {
    return {
      output: await pageOf(context, mail),
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        'X-DNS-Prefetch-Control': 'off',
      },
    };
  },
});

export const processInboundMail = defineOperation({
  ...shared,
  name: 'process_inbound_mail',
  summary: 'Processes a message again, as if it had just come.',
  description:
    'For one that waits, and for one that staff accepted within the last 30 days: the reply or the ticket that it became stays.',
  method: 'POST',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/process',
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output: inboundMail, status: 202 },
  errors: ['conflict'],
  async run(_input, { payload, portal, req }, mail: StoredMail) {
    await processAgain(payload, portal, mail);
    const now = await findMail(req, portal, mail.id);
    if (!now) throw notFound();
    return { output: toInboundMail(now) };
  },
});

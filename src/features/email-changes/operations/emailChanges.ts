import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OpenOperation } from '../../../core/http/operation.ts';
import type { OpenContext } from '../../../core/http/operationContext.ts';
import { type Html, html } from '../../../core/shared/text/html.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { confirmChange } from '../confirmChange.ts';
import { findChange, hashOfChangeToken, hours, isConfirmed } from '../emailChanges.ts';

const show = async (context: OpenContext): Promise<Response> => {
  const { params, payload, portal, req } = context;
  const change = await findChange(payload, portal.options.slugs, hashOfChangeToken(params.token ?? ''));
  if (!change) return gone(context);
  const t = textsBy(req.t);
  return pageOf({
    status: 200,
    language: req.i18n.language,
    title: t('emailChanges:page:title'),
    text: t('emailChanges:page:question', { email: change.email }),
    button: t('emailChanges:page:button'),
  });
};

const change = async (context: OpenContext): Promise<Response> => {
  const { params, portal, req } = context;
  const email = await confirmChange(req, portal, params.token ?? '');
  if (email === null) return gone(context);
  const t = textsBy(req.t);
  return pageOf({
    status: 200,
    language: req.i18n.language,
    title: t('emailChanges:page:done'),
    text: t('emailChanges:page:changed', { email }),
    button: null,
  });
};

/** The response for a used link, for one that never was one, and for one that is over. */
const gone = async ({ countStranger, params, payload, portal, req }: OpenContext): Promise<Response> => {
  const wasUsed = await isConfirmed(payload, portal.options.slugs, hashOfChangeToken(params.token ?? ''));
  if (!wasUsed) countStranger();
  const t = textsBy(req.t);
  return pageOf({
    status: 410,
    language: req.i18n.language,
    title: t(wasUsed ? 'emailChanges:page:used' : 'emailChanges:page:gone'),
    text: wasUsed ? t('emailChanges:page:changedBefore') : t('emailChanges:page:over', { hours }),
    button: null,
  });
};

const shared = {
  kind: 'open',
  path: '/portal/v1/email-changes/{token}',
  input: z.strictObject({}),
  response: {
    output: z.null(),
    status: 200,
    mediaType: 'text/html',
    otherwise410:
      'The link is unknown, used or expired, or the account has changed since: a page with this reason.',
  },
  errors: ['rate_limited'],
} as const;

export const showEmailChange: OpenOperation = {
  ...shared,
  name: 'show_email_change',
  summary: 'Shows a page with the button that confirms a new email address.',
  description:
    'The link of the mail leads here. It changes nothing: programs that look at mails follow links.',
  method: 'GET',
  open: show,
};

export const confirmEmailChange: OpenOperation = {
  ...shared,
  name: 'confirm_email_change',
  summary: 'Confirms a new email address.',
  description: 'The button of the page sends this. The address changes, and the sessions of the user end.',
  method: 'POST',
  open: change,
  body: { raw: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } }, isOptional: true },
};

const style = `
:root { color-scheme: light dark; }
body {
  max-width: 34rem; margin: 0 auto; padding: 4rem 1.5rem;
  color: light-dark(#1d2330, #e4e7ee); background: light-dark(#ffffff, #14171d);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
button {
  padding: .6rem 1.2rem; border: 0; border-radius: 4px; font: inherit; cursor: pointer;
  color: light-dark(#ffffff, #14171d); background: light-dark(#1d4fbf, #8fb4ff);
}
:focus-visible { outline: 3px solid light-dark(#1d4fbf, #8fb4ff); outline-offset: 2px; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * The page runs nothing, loads nothing, and sends its form here alone. Its address is a secret until it is used: no
 * cache, search engine or other page is to have it.
 */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

interface Page {
  readonly status: 200 | 410;
  readonly language: string;
  readonly title: string;
  readonly text: string;
  /** The words on the button that sends the form; null for a page without one. */
  readonly button: string | null;
}

/** A page of a few words, and maybe one button, which sends a form to the page's own address. */
const pageOf = ({ status, language, title, text, button }: Page): Response => {
  const form = button !== null && html`<form method="post"><button type="submit">${button}</button></form>`;
  const page: Html = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${{ html: style }}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>
`;
  return new Response(page.html, { status, headers });
};

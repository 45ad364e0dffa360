import { z } from 'zod';
import type { OpenOperation } from '../../../core/http/operation.ts';
import type { OpenContext } from '../../../core/http/operationContext.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { confirmEmailChange as confirm } from '../confirmEmailChange.ts';
import { findChange, hours } from '../emailChanges.ts';
import { hashOfChangeToken } from '../emailChangeToken.ts';
import { pageOf } from './page.ts';

const show = async ({ countStranger, params, payload, portal, req }: OpenContext): Promise<Response> => {
  const change = await findChange(payload, portal.options.slugs, hashOfChangeToken(params.token ?? ''));
  if (!change) return gone({ countStranger, req });
  const t = textsBy(req.t);
  return pageOf({
    status: 200,
    language: req.i18n.language,
    title: t('emailChanges:page:title'),
    text: t('emailChanges:page:question', { email: change.email }),
    button: t('emailChanges:page:button'),
  });
};

const change = async ({ countStranger, params, portal, req }: OpenContext): Promise<Response> => {
  const email = await confirm(req, portal, params.token ?? '');
  if (email === null) return gone({ countStranger, req });
  const t = textsBy(req.t);
  return pageOf({
    status: 200,
    language: req.i18n.language,
    title: t('emailChanges:page:done'),
    text: t('emailChanges:page:changed', { email }),
    button: null,
  });
};

/** The response for a link that never was one, for a used one, and for one that is over. */
const gone = ({ countStranger, req }: Pick<OpenContext, 'countStranger' | 'req'>): Response => {
  countStranger();
  const t = textsBy(req.t);
  return pageOf({
    status: 410,
    language: req.i18n.language,
    title: t('emailChanges:page:gone'),
    text: t('emailChanges:page:over', { hours }),
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

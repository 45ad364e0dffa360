import type { Payload } from 'payload';
import { z } from 'zod';
import { assertDatabaseAnswers } from '../../../core/database/assertPostgres.ts';
import { assertOwnOrigin } from '../../../core/http/credentials.ts';
import { issueOf } from '../../../core/http/input/fields.ts';
import { defineHolderOperation, type Holders } from '../../../core/http/operation.ts';
import { metricsOf } from '../../../core/metrics/metrics.ts';
import { isAddress } from '../../../core/shared/addresses/addressList.ts';
import { canonicalAddress } from '../../../core/shared/addresses/notations.ts';
import { isApiError, notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { clearCookie, setCookie } from '../cookies.ts';
import { isPagePath } from '../pagePath.ts';
import { browserOf } from '../sessions/browser.ts';
import { clientPrefix } from '../sessions/credential.ts';
import { storeSession } from '../sessions/sessions.ts';
import { isWholeCode } from '../sign-in/code.ts';
import { knownCookie } from '../sign-in/knownBrowser.ts';
import { resendAfter } from '../sign-in/limits.ts';
import { beginSignIn, completeSignIn } from '../sign-in/signIn.ts';
import { clientSessionState, showSession } from './session.ts';

/** Seconds for which a browser keeps the cookie of an attempt. */
const attemptSeconds = 40 * 60;

const hour = 3_600;
const day = 24 * hour;

/** The lifetime of a session that does not stay. */
const shortSeconds = 12 * hour;

/** Everyone on the portal's own pages. The sign-in has limits of its own, beside the limit of all requests. */
const browsers: Holders<null> = {
  async admit({ payload, portal, req }) {
    await assertDatabaseAnswers(payload);
    if (portal.options.clients.signIn === false) throw notFound();
    assertOwnOrigin(req);
    return null;
  },
  // Each takes a connection, and waits for others of the same address in a transaction.
  turnOf: () => 'sign-ins',
  schemes: [],
  description:
    'Needs no credentials; `Origin` must be the portal’s own. 404 if the option `clients.signIn` is false.',
};

export const signIn = defineHolderOperation({
  name: 'sign_in_client',
  summary: 'Starts the sign-in of a client: mails a code and a link.',
  description:
    'The response is the same for every address, and so is its time. It sets the cookie of the attempt, and ends the browser’s previous attempt.',
  method: 'POST',
  path: `${clientPrefix}/sign-in`,
  who: browsers,
  input: z.strictObject({
    email: z
      .string('Enter an address.')
      .refine(isAddress, issueOf(say('signIn:errors:address')))
      .meta({ maxLength: 320 }),
    next: z
      .string()
      .max(500, 'Enter at most 500 characters.')
      .optional()
      .describe('The path of the page to open after the sign-in.'),
  }),
  response: {
    output: z.strictObject({
      resend_after: z.int().describe('Seconds after which another mail can be asked for.'),
    }),
    status: 202,
    headers: ['Set-Cookie'],
  },
  errors: ['not_found', 'forbidden', 'rate_limited'],
  async run({ email, next = null }, { countStranger, portal, req }) {
    countStranger();
    if (next !== null && !isPagePath(next, portal.options.clients.pages.path))
      throw validationFailed([{ path: 'next', message: say('signIn:errors:next') }]);
    const token = await beginSignIn(req, { email: canonicalAddress(email), next });
    return {
      output: { resend_after: resendAfter },
      cookies: [setCookie(req, 'attempt', token, attemptSeconds)],
    };
  },
});

/** @param outcome `signed_in`, or the code of the error */
const countSignIn = (payload: Payload, outcome: string): void =>
  metricsOf(payload).count('client_sign_ins', { outcome });

export const verifySignIn = defineHolderOperation({
  name: 'verify_client_sign_in',
  summary: 'Completes the sign-in of a client by the code or the link of the mail.',
  description:
    'In the browser that asked, a code or a link is enough. In any other one both are needed: a link alone is 409 `code_needed`. Five wrong codes end the attempt.',
  method: 'POST',
  path: `${clientPrefix}/sign-in/verify`,
  who: browsers,
  input: z
    .strictObject({
      code: z
        .string()
        .max(50, 'Enter the code from the mail.')
        .optional()
        .describe('Eight digits; blanks and hyphens do not count.'),
      link: z
        .string()
        .max(100, 'Send the last part of the link.')
        .optional()
        .describe('The last part of the link: `spl_…`.'),
      stay_signed_in: z
        .boolean()
        .optional()
        .describe(
          'True for a session of 30 days, which ends after 7 days without a request. Default: 12 hours.',
        ),
    })
    .refine(({ code, link }) => code !== undefined || link !== undefined, 'Send code or link.'),
  response: {
    output: clientSessionState.extend({
      next: z.string().nullable().describe('The path that the sign-in was begun with.'),
    }),
    status: 200,
    headers: ['Set-Cookie'],
  },
  errors: ['not_found', 'forbidden', 'rate_limited', 'code_needed', 'link_expired', 'invalid_code'],
  async run({ code, link, stay_signed_in: stays = false }, { countStranger, payload, portal, req }) {
    countStranger();
    // A mistyped code is no guess, and costs no try.
    if (code !== undefined && !isWholeCode(code))
      throw validationFailed([{ path: 'code', message: say('signIn:errors:codeForm') }]);
    const { idleDays, absoluteDays } = portal.options.clients.session;
    const absoluteSeconds = stays ? absoluteDays * day : shortSeconds;
    const signedIn = await completeSignIn(req, portal, { code, link }, ({ person }) =>
      storeSession(req, portal, {
        userId: person.user.id,
        browser: browserOf(req.headers.get('User-Agent')),
        idleSeconds: stays ? idleDays * day : shortSeconds,
        absoluteSeconds,
      }),
    ).catch((error) => {
      if (isApiError(error)) countSignIn(payload, error.code);
      throw error;
    });
    countSignIn(payload, 'signed_in');
    const { person, email, next, begun } = signedIn;
    const { token, session } = begun;
    return {
      output: { ...(await showSession(req, portal, { user: person.user, session })), next },
      cookies: [
        setCookie(req, 'client', token, stays ? absoluteSeconds : null),
        knownCookie(req, email),
        clearCookie(req, 'attempt'),
      ],
    };
  },
});

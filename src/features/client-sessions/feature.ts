import type { Feature } from '../../core/feature.ts';
import { pruneAllowances } from '../../core/http/rate-limit/allowance.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { registerAgencyMark } from './admin/registerAgencyMark.ts';
import { eraseAttempts } from './erase.ts';
import { updateAccount } from './operations/session.ts';
import {
  endAllSessions,
  endOneSession,
  endSession,
  getSession,
  listSessions,
} from './operations/sessions.ts';
import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
} from './operations/sessionsOfClient.ts';
import { signIn, verifySignIn } from './operations/signIn.ts';
import { clientSessionOptions } from './options.ts';
import { clientPagesAddress } from './pagePath.ts';
import { clientSession } from './sessions/credential.ts';
import { countSessions, endWithAddress, pruneSessions } from './sessions/sessions.ts';
import { pruneAttempts } from './sign-in/attempts.ts';
import { sendSignInMail, signInQueue } from './sign-in/mails.ts';
import { findSignedInClient } from './signedInClient.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

const operations = [
  signIn,
  verifySignIn,
  getSession,
  endSession,
  listSessions,
  endOneSession,
  endAllSessions,
  updateAccount,
  listSessionsOfPerson,
  endSessionOfPerson,
  endSessionsOfPerson,
];

// The parts that other features use.
export {
  type ApiClient,
  type ApiRequest,
  type ApiResponse,
  apiClientIn,
  createApiClient,
} from './apiClient.ts';
export { hashOfToken, makeLinkToken, readCookie, setCookie } from './cookies.ts';
export { clientPageLink, clientPagePath, isPagePath } from './pagePath.ts';
export { browserOf } from './sessions/browser.ts';
export { clientPrefix, clientSession } from './sessions/credential.ts';
export { hashOfCode, inGroups, isCode, isWholeCode, makeCode, mostTries, typedCode } from './sign-in/code.ts';
export { networkOf, shownNetworkOf } from './sign-in/knownBrowser.ts';
export { resendAfter } from './sign-in/limits.ts';

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    signIn: typeof en;
  }
}

/** The sign-ins that clients have begun, the sessions that came of them, and each client’s last visit. */
const clientSessionTables = `
  create table if not exists support_portal.sign_in_attempts (
    id uuid primary key default gen_random_uuid(), cookie_hash text not null unique, email text not null, next text,
    language text,
    code_hash text, link_hash text unique, tries integer not null default 0,
    asked_at timestamptz not null default now(), sent_at timestamptz);
  create index if not exists sign_in_attempts_asked_at_idx on support_portal.sign_in_attempts (asked_at);
  create table if not exists support_portal.client_sessions (
    id uuid primary key default gen_random_uuid(), token_hash text not null unique, user_id text not null,
    bound_to text not null, browser text not null, idle_seconds integer not null, former_at timestamptz,
    created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(),
    ends_at timestamptz not null);
  create index if not exists client_sessions_user_id_idx on support_portal.client_sessions (user_id, created_at);
  create table if not exists support_portal.client_visits (user_id text primary key, last_at timestamptz not null)`;

/** The sign-in of clients by mail, their sessions, and the client API that these open. */
export const clientSessions: Feature = {
  name: 'client-sessions',
  tables: clientSessionTables,
  options: clientSessionOptions,
  texts: { en: { ...en }, de: { ...de } },
  peopleHooks: () => ({ users: { afterChange: [endWithAddress] } }),
  extendConfig: registerAgencyMark,
  addresses: ({ serverURL }, portal) => ({ clientPages: clientPagesAddress(portal, serverURL ?? '') }),
  tags: { client: { name: 'Client', description: 'The sign-in of clients, and what their session opens.' } },
  securitySchemes: {
    clientSession: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-sp-client',
      description: 'The cookie of a client’s sign-in. For a change, `Origin` must be the portal’s own.',
    },
  },
  operations: (_features, { clients }) => (clients.disabled ? [] : operations),
  session: clientSession,
  customerParts: [
    { name: 'lastVisit', component: 'CustomerVisit', on: ['ticket'], place: 2 },
    { name: 'clientSessions', component: 'PersonSessions', on: ['person'], place: 2 },
  ],
  mailTypes: { magic_link: 'signIn:mailType' },
  start(payload, portal) {
    registerWorker(payload, signInQueue, (job) => sendSignInMail(payload, portal, job));
    return { offers: { client: (asking) => findSignedInClient(payload, portal, asking) } };
  },
  // Ended sign-ins are deleted at once, because strangers can ask for any number of them.
  polls: [
    { failure: 'Sign-ins that have ended could not be pruned', run: pruneAttempts },
    { failure: 'Limits of sign-ins that have ended could not be pruned', run: pruneAllowances },
  ],
  counters: [
    {
      metric: 'client_sign_ins',
      name: 'client_sign_ins_total',
      help: 'Tries to complete the sign-in of a client, by outcome; of all processes.',
      labelNames: ['outcome'],
    },
  ],
  gauges: (payload) => [
    {
      name: 'client_sessions',
      help: 'Sessions of clients that have not ended; of all processes.',
      read: async () => [{ value: await countSessions(payload) }],
    },
  ],
  dailyTasks: [{ failure: 'Sessions of clients that have ended could not be pruned', run: pruneSessions }],
  erase: eraseAttempts,
};

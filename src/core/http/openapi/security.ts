import { builtInRoles, type Principal } from '../../access/roles.ts';
import { type Operation, type Users, usersOf } from '../operation.ts';
import type { JsonObject } from './schemas.ts';

export const securitySchemes = (cookiePrefix: string): Readonly<Record<string, JsonObject>> => ({
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key (`sp_live_…`). It is created in Settings → API keys, and shown once.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: `${cookiePrefix}-token`,
    description: 'The cookie of a login to the admin UI. Its `Origin` must be the portal’s own.',
  },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a login, which `POST /api/users/login` returns.',
  },
  clientSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sp-client',
    description: 'The cookie of a client’s sign-in. For a change, `Origin` must be the portal’s own.',
  },
  cronSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'The environment variable `CRON_SECRET`. If it is not set, every request is rejected.',
  },
  inboundSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret of mail in: `INBOUND_SECRET`, or Settings → Mail in.',
  },
  inboundPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'The secret of mail in as the password; the user name does not count.',
  },
  providerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'svix-signature',
    description:
      'The provider’s signature: of Resend in `svix-signature`, of SendGrid in `X-Twilio-Email-Event-Webhook-Signature`; those of Mailgun and Amazon SES stand in the body.',
  },
  providerPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'For Postmark: the user name and the password of its webhook.',
  },
});

type Requirement = Readonly<Record<string, readonly string[]>>;

/** True if only the session of a client opens it. */
export const isForClients = (operation: Operation): boolean => {
  const sessions = usersOf(operation)?.sessions;
  return operation.path.startsWith('/portal/') && sessions?.length === 1 && sessions[0] === 'client';
};

/** The security schemes of an operation. None if it is open. */
export const securityOf = (operation: Operation): Requirement[] => {
  if (operation.kind === 'open') return [];
  if (operation.kind === 'holders') return operation.who.schemes.map((scheme) => ({ [scheme]: [] }));
  const { scope, sessions } = operation.who;
  if (isForClients(operation)) return [{ clientSession: [] }];
  const takesSessions = operation.path.startsWith('/portal/') && sessions?.length !== 0;
  const bySession: Requirement[] = takesSessions ? [{ sessionCookie: [] }, { sessionToken: [] }] : [];
  return scope === null ? bySession : [{ apiKey: [] }, ...bySession];
};

/** The roles that an operation's gate admits, found by calling the gate. */
export const rolesOf = ({ gate }: Pick<Users, 'gate'>, technical: readonly string[]): string[] =>
  [...builtInRoles, ...technical].filter((role) => gate(principalWith(role)));

const principalWith = (role: string): Principal => ({
  id: 0,
  role,
  organizations: [],
  spans: role !== 'client' && role !== 'representative',
  withheld: [],
});

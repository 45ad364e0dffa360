import { builtInRoles, type Principal } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import { keyScopeOf, type Operation, usersOf } from '../../core/http/operation.ts';
import { assertMay } from '../../core/http/prepareOperation.ts';
import { withSessionRoutes } from '../../core/http/routes.ts';
import { ApiError } from '../../core/shared/errors/errors.ts';
import { portalContextFrom } from '../../portalContext.ts';

const { features, options, principalOf } = portalContextFrom({});

/** The principal of a role, with an organization if the role acts for one. */
const principals = builtInRoles.map((role) => {
  const user = { id: 1, collection: options.slugs.users, role, organization: 1, organizations: [1] };
  return principalOf(user as never) as Principal;
});

/** The ways in which a caller of a role may use an operation. */
interface Ways {
  readonly key: boolean;
  readonly session: boolean;
}

const passes = (...[operation, caller, key]: Parameters<typeof assertMay>): boolean => {
  try {
    assertMay(operation, caller, key);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return false;
    throw error;
  }
};

/** The addresses below which a session of a feature's own is the only credential. */
const ownSessions = features.flatMap(({ session }) => session?.below ?? []);

const waysAt = (operation: Operation, caller: Principal): Ways => {
  const who = usersOf(operation);
  if (!who) return { key: false, session: false };
  const { path } = operation;
  const isOwn = ownSessions.some((below) => path.startsWith(`${below}/`));
  const scope = keyScopeOf(who);
  const key = { scopes: scope ? [scope] : [] } as never;
  return {
    key: !isOwn && scope !== null && passes({ who }, caller, key),
    session: path.startsWith('/portal/v1/') && passes({ who }, caller, null),
  };
};

/** The ways at all addresses of an operation: that of its own, and those for sessions. */
const waysOf = (operation: Operation, caller: Principal): string => {
  const ways = withSessionRoutes([operation]).map((route) => waysAt(route, caller));
  const names = (['key', 'session'] as const).filter((name) => ways.some((way) => way[name]));
  return names.join(', ') || '–';
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const addressOf = ({ method, path }: Operation): string => `\`${method} ${path}\``;

const operationsOf = ({ operations = [] }: Feature): readonly Operation[] =>
  typeof operations === 'function' ? operations(features, options) : operations;

const byRole = (feature: Feature): readonly string[] => {
  const rows = operationsOf(feature).flatMap((operation) => {
    const who = usersOf(operation);
    if (!who) return [];
    const ways = principals.map((principal) => waysOf(operation, principal));
    return [[`\`${operation.name}\``, addressOf(operation), who.scope ? `\`${who.scope}\`` : '–', ...ways]];
  });
  if (rows.length === 0) return [];
  return [`### ${feature.name}`, table(['operation', 'address', 'scope', ...builtInRoles], rows)];
};

const withoutAccount = features.flatMap(operationsOf).flatMap((operation) => {
  if (operation.kind === 'open') return [[addressOf(operation), 'The address itself is the credential.']];
  if (operation.kind === 'holders') return [[addressOf(operation), operation.who.description]];
  if (operation.kind !== 'served' || !operation.serveHolder) return [];
  return [
    [
      addressOf(operation),
      `Beside users: ${(operation.holderSchemes ?? []).map((name) => `\`${name}\``).join(', ')}.`,
    ],
  ];
});

/** The page `docs/access.md`: the callers of every operation, as the operations themselves declare them. */
export const renderAccess = (): string =>
  `${[
    '# Who may call what',
    'Made by `npm run docs:access` from the declaration `who` of each operation, and checked by a test. It shows a portal with default options: [`access`](integrators.md#who-is-who) takes rights away, and further technical roles have those of a developer.',
    'Addresses are below the app’s API route, `/api`. **key**: by an API key with the scope, whose owner has the role. **session**: by the login of the admin UI, or of the client pages for clients; an operation of `/v1` is served again for them, below `/portal/v1` and `/portal/v1/client`. “–” is 401 or 403. Which records a caller reaches is another question: [the security model](security.md#who-may-do-what).',
    '## Users, by role',
    ...features.flatMap(byRole),
    '## Callers without an account',
    table(['address', 'who'], withoutAccount),
  ].join('\n\n')}\n`;

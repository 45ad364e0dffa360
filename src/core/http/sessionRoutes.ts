import { isClient, isStaff } from '../access/roles.ts';
import { type Operation, type Users, usersOf } from './operation.ts';

/** Adds the routes for sessions of each operation that takes them: below `/portal` and below `/portal/v1/client`. */
export const withSessionRoutes = (operations: readonly Operation[]): readonly Operation[] => [
  ...operations,
  ...operations.flatMap(sessionRoutes),
];

const sessionRoutes = (operation: Operation): readonly Operation[] => {
  const users = usersOf(operation);
  if (!users?.sessions || !operation.path.startsWith('/v1/')) return [];
  const { sessions } = users;
  return [
    ...(sessions.includes('staff') ? [teamRoute(operation, users)] : []),
    ...(sessions.includes('client') ? [clientRoute(operation, users)] : []),
  ];
};

const teamRoute = (operation: Operation, users: Users): Operation => {
  const isForTeam = users.sessions?.includes('representative');
  const { name, path, summary } = operation;
  return {
    ...operation,
    name: `${name}_for_${isForTeam ? 'team' : 'staff'}`,
    summary: `${summary} For staff${isForTeam ? ' and representatives' : ''}, by a session too.`,
    path: `/portal${path}`,
    who: {
      ...users,
      gate: isForTeam ? users.gate : (principal) => isStaff(principal) && users.gate(principal),
      sessions: users.sessions?.filter((kind) => kind !== 'client') ?? [],
    },
  } as Operation;
};

/** No API key is a credential there. */
const clientRoute = (operation: Operation, users: Users): Operation => {
  const { name, path, summary } = operation;
  return {
    ...operation,
    name: `${name}_for_client`,
    summary: `${summary} For clients, by the session of the client pages.`,
    path: `/portal/v1/client${path.slice('/v1'.length)}`,
    who: {
      ...users,
      gate: (principal) => isClient(principal) && users.gate(principal),
      sessions: ['client'],
    },
  } as Operation;
};

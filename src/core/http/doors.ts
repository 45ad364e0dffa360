import { isStaff } from '../access/roles.ts';
import { type Operation, usersOf } from './operation.ts';

/** Adds the routes for sessions of each operation that takes them: below `/portal` and below `/portal/v1/client`. */
export const withDoors = (operations: readonly Operation[]): readonly Operation[] => [
  ...operations,
  ...operations.flatMap(sessionDoor),
];

const sessionDoor = (operation: Operation): readonly Operation[] => {
  const users = usersOf(operation);
  if (!users?.sessions?.includes('staff')) return [];
  const isForTeam = users.sessions.includes('representative');
  const { name, path, summary } = operation;
  return [
    {
      ...operation,
      name: `${name}_for_${isForTeam ? 'team' : 'staff'}`,
      summary: `${summary} For staff${isForTeam ? ' and representatives' : ''}, by a session too.`,
      path: `/portal${path}`,
      who: { ...users, gate: isForTeam ? users.gate : isStaff },
    } as Operation,
  ];
};

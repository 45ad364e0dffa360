import { isStaff } from '../access/roles.ts';
import type { Operation } from './operation.ts';

/** Adds, for each operation that takes sessions of staff, its route below `/portal`. */
export const withStaffDoors = (operations: readonly Operation[]): readonly Operation[] => [
  ...operations,
  ...operations
    .filter(({ takesStaffSessions }) => takesStaffSessions)
    .map((operation) => (operation.takesRepresentativeSessions ? teamDoor : staffDoor)(operation)),
];

const staffDoor = (operation: Operation): Operation => ({
  ...operation,
  name: `${operation.name}_for_staff`,
  summary: `${operation.summary} For staff, by a session too.`,
  path: `/portal${operation.path}`,
  gate: isStaff,
});

/** The operation's own gate holds. */
const teamDoor = (operation: Operation): Operation => ({
  ...operation,
  name: `${operation.name}_for_team`,
  summary: `${operation.summary} For staff and representatives, by a session too.`,
  path: `/portal${operation.path}`,
});

import type { ApiKey } from '../access/apiKey.ts';
import { isClient, isRepresentative, type Principal } from '../access/roles.ts';
import { assertScope } from '../access/scopesOf.ts';
import { ApiError } from '../shared/errors.ts';
import { say } from '../texts/say.ts';
import { keyScopeOf, type RunOperation, type ServedOperation, type SessionKind } from './operation.ts';

/** @throws {ApiError} `forbidden` for a caller, a session or a key that does not open an operation */
export function assertMay(
  { who }: RunOperation | ServedOperation,
  caller: Principal | null,
  key: ApiKey | null,
): asserts caller is Principal {
  const { gate, scope, sessions = ['staff'] } = who;
  if (!caller || !gate(caller)) throw new ApiError('forbidden', say('errors:role:forbids'));
  if (!key && !sessions.includes(sessionKindOf(caller)))
    throw new ApiError('forbidden', say('errors:role:forbids'));
  if (key && keyScopeOf(who) === null)
    throw new ApiError('forbidden', 'An API key does not open this: log in.');
  if (scope !== null) assertScope({ caller, key }, scope);
}

const sessionKindOf = (caller: Principal): SessionKind => {
  if (isClient(caller)) return 'client';
  return isRepresentative(caller) ? 'representative' : 'staff';
};

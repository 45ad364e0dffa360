import type { ApiKey } from '../access/apiKey.ts';
import { isClient, isRepresentative, type Principal } from '../access/roles.ts';
import { withholds } from '../access/scopesOf.ts';
import { ApiError } from '../shared/errors.ts';
import { say } from '../texts/say.ts';
import type { RunOperation, ServedOperation, SessionKind } from './operation.ts';

/** @throws {ApiError} `forbidden` for a caller, a session or a key that does not open an operation */
export function assertMay(
  { who: { gate, scope, sessions = ['staff'] } }: RunOperation | ServedOperation,
  caller: Principal | null,
  key: ApiKey | null,
): asserts caller is Principal {
  if (!caller || !gate(caller) || (scope && withholds(caller, scope)))
    throw new ApiError('forbidden', say('errors:role:forbids'));
  if (!key && !sessions.includes(sessionKindOf(caller)))
    throw new ApiError('forbidden', say('errors:role:forbids'));
  if (!key) return;
  if (scope === null) throw new ApiError('forbidden', 'An API key does not open this: log in.');
  if (!key.scopes.includes(scope)) throw new ApiError('forbidden', `This API key needs the scope ${scope}.`);
}

const sessionKindOf = (caller: Principal): SessionKind => {
  if (isClient(caller)) return 'client';
  return isRepresentative(caller) ? 'representative' : 'staff';
};

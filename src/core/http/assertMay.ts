import type { ApiKey } from '../access/apiKey.ts';
import { isClient, isRepresentative, type Principal } from '../access/roles.ts';
import { scopeRefusal } from '../access/scopesOf.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';
import { keyScopeOf, type SessionKind, type Users } from './operation.ts';
import type { OperationContext } from './operationContext.ts';

interface OfUsers {
  readonly who: Users;
}

/** @throws {ApiError} `forbidden` for a caller, a session or a key that does not open an operation */
export function assertMay(
  { who }: OfUsers,
  caller: Principal | null,
  key: ApiKey | null,
): asserts caller is Principal {
  const refusal = caller ? refusalOf({ who }, { caller, key }) : forbidden();
  if (refusal) throw refusal;
  const { sessions = ['staff'] } = who;
  if (caller && !key && !sessions.includes(sessionKindOf(caller))) throw forbidden();
}

/** The refusal of a role or a key that does not open an operation, by whatever session; null for one that does. */
export const refusalOf = (
  { who }: OfUsers,
  { caller, key }: Pick<OperationContext, 'caller' | 'key'>,
): ApiError | null => {
  if (!who.gate(caller)) return forbidden();
  if (key && keyScopeOf(who) === null)
    return new ApiError('forbidden', 'An API key does not open this: log in.');
  return who.scope === null ? null : scopeRefusal({ caller, key }, who.scope);
};

const forbidden = (): ApiError => new ApiError('forbidden', say('errors:role:forbids'));

const sessionKindOf = (caller: Principal): SessionKind => {
  if (isClient(caller)) return 'client';
  return isRepresentative(caller) ? 'representative' : 'staff';
};

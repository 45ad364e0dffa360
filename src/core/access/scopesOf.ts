import { ApiError } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';
import type { ApiKey } from './apiKey.ts';
import type { Principal } from './roles.ts';
import type { Scope } from './scopes.ts';

/** True if the app's option `access` takes this right away. */
export const withholds = ({ withheld }: Principal, scope: Scope): boolean => withheld.includes(scope);

/** The scopes that a role allows and the option `access` leaves, regardless of a key's own scopes. */
export const scopesOf = (principal: Principal | null): readonly Scope[] => principal?.scopes ?? [];

/** A caller and the key by which they act; null for a session, which stands for all scopes of its user. */
interface Caller {
  readonly caller: Principal;
  readonly key: ApiKey | null;
}

export const hasScope = ({ caller, key }: Caller, scope: Scope): boolean =>
  scopesOf(caller).includes(scope) && (key === null || key.scopes.includes(scope));

/** The refusal of a caller without the right, and of a key without the scope; null for any other. */
export const scopeRefusal = ({ caller, key }: Caller, scope: Scope): ApiError | null => {
  if (hasScope({ caller, key }, scope)) return null;
  const isKeys = hasScope({ caller, key: null }, scope);
  return new ApiError(
    'forbidden',
    isKeys ? `This API key needs the scope ${scope}.` : say('errors:role:forbids'),
  );
};

/** @throws {ApiError} `forbidden` for a caller without the right, and for a key without the scope */
export const assertScope = (caller: Caller, scope: Scope): void => {
  const refusal = scopeRefusal(caller, scope);
  if (refusal) throw refusal;
};

import { buildGates, type Gates } from './access/gates.ts';
import { buildPrincipalOf } from './access/principal.ts';
import type { PrincipalOf } from './access/roles.ts';
import type { ResolvedOptions } from './options.ts';

/** What the parts of one portal share: its options, and who may do what. */
export interface PortalContext {
  readonly options: ResolvedOptions;
  readonly principalOf: PrincipalOf;
  readonly gates: Gates;
}

export const buildContext = (options: ResolvedOptions): PortalContext => {
  const principalOf = buildPrincipalOf(options.slugs.users, options.roles);
  return { options, principalOf, gates: buildGates(principalOf) };
};

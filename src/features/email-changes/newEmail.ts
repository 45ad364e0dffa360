import type { Payload } from 'payload';
import { type Principal, reaches } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { say, type Verdict } from '../../core/texts/say.ts';
import { canBeAccount, organizationsOfDomain } from '../people/feature.ts';
import { inboundOptions, isOwn, ownAddresses } from '../settings/feature.ts';

interface NewEmail {
  readonly address: string;
  readonly principal: Principal;
  /** True if the portal itself sends from it or receives at it. */
  readonly isPortals: boolean;
  /** The organizations that name its domain as theirs. */
  readonly organizations: readonly RecordId[];
}

/**
 * True, or the reason why a person may not take an address. Mail from a domain that an organization names makes its sender a
 * person of that organization. So such an address is for the organization's own people, and for staff who see all
 * organizations.
 */
const checkNewEmail = ({ address, principal, isPortals, organizations }: NewEmail): Verdict => {
  if (!canBeAccount(address)) return say('emailChanges:errors:noAddress');
  if (isPortals) return say('errors:inbound:ownAddress');
  const isOpen = organizations.length === 0 || organizations.some((one) => reaches(principal, one));
  return isOpen || say('emailChanges:errors:otherOrganization');
};

/** Finds a fault of the address by a look at the database and at Settings. */
export const findFault = async (
  payload: Payload,
  portal: PortalContext,
  { address, principal }: Pick<NewEmail, 'address' | 'principal'>,
): Promise<Verdict> => {
  const inbound = await inboundOptions(payload, portal.options.inbound);
  const isPortals = isOwn(address, await ownAddresses(payload, portal, inbound));
  const organizations = await organizationsOfDomain(payload, portal, address);
  return checkNewEmail({ address, principal, isPortals, organizations });
};

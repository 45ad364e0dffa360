import type { Payload } from 'payload';
import { type Principal, reaches } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { isOwn, ownAddresses } from '../inbound/ownAddresses.ts';
import { canBeAccount } from '../inbound/people.ts';
import { organizationsOfDomain } from '../organizations/domains.ts';
import { inboundOptions } from '../settings/inboundOptions.ts';
import type { RecordId } from '../shared/ids.ts';
import { say, type Verdict } from '../translations/say.ts';

interface NewEmail {
  readonly address: string;
  readonly principal: Principal;
  /** Whether the portal itself sends from it, or receives at it. */
  readonly isPortals: boolean;
  /** The organizations that name its domain as theirs. */
  readonly organizations: readonly RecordId[];
}

/**
 * True, or why a person may not take an address. A domain that an organization names makes whoever writes from it one of its
 * people: it is for those who belong to it, and for staff, who belong to none and see all.
 */
const checkNewEmail = ({ address, principal, isPortals, organizations }: NewEmail): Verdict => {
  if (!canBeAccount(address)) return say('errors:emailChange:noAddress');
  if (isPortals) return say('errors:inbound:ownAddress');
  const isOpen = organizations.length === 0 || organizations.some((one) => reaches(principal, one));
  return isOpen || say('errors:emailChange:otherOrganization');
};

/** The same, asked of the database and of Settings. */
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

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { chooseOrganization } from '../organizations/chooseOrganization.ts';
import { withOwnMoments } from '../shared/moments.ts';
import { assertAssignee, assertRequester } from './people.ts';
import { statuses } from './vocabulary.ts';

interface Beginning {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** By the CMS's names of the fields. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Holds the rules of a new ticket: whose it is, and who may be named.
 *
 * @returns its fields
 * @throws {ApiError} `validation_failed`
 */
export const beginTicket = async ({ req, portal, data }: Beginning): Promise<Record<string, unknown>> => {
  const principal = portal.principalOf(req.user);
  const organization = await chooseOrganization({ req, portal, principal, wanted: data.organization });
  await assertRequester({ req, portal, id: data.requester, organization });
  await assertAssignee({ req, portal, id: data.assignee, organization });
  const createdBy = data.createdBy ?? principal?.id;
  const requester = data.requester ?? createdBy;
  const fields = principal ? withOwnMoments(data) : data;
  return { ...fields, organization, createdBy, requester, status: statuses[0], sequence: 0 };
};

import type { PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { createClient } from '../../people/feature.ts';
import { mayWrite } from '../decision/mayWrite.ts';
import type { InboundMessage } from '../message/readMessage.ts';
import { countNewPerson } from './newPeople.ts';
import { findSender, findSenders, type Sender } from './sender.ts';

interface NewSender {
  /** In a transaction for which other messages of the sender wait. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly message: Pick<InboundMessage, 'from'>;
  readonly organization: RecordId | null;
}

/**
 * Creates a client for a first message from a domain of the organization. Several first messages may come at once: those
 * that waited for another one find the client that it created.
 *
 * @returns null if the message has no sender; else a reason why it waits for staff
 */
export const joiningClient = async ({
  req,
  portal,
  message,
  organization,
}: NewSender): Promise<Sender | null | 'too_many' | 'ambiguous'> => {
  const [from] = message.from;
  if (!from || organization === null) return null;
  const [known, other] = await findSenders(req, portal, from.address);
  if (known) {
    const isTheirs = !other && isClient(known.principal) && mayWrite(known.principal, organization);
    return isTheirs ? known : 'ambiguous';
  }
  if (!(await countNewPerson(req, from.address))) return 'too_many';
  const id = await createClient({ req, portal, email: from.address, name: from.name, organization });
  return findSender(req, portal, id);
};

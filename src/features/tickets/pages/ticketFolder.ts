import { createLocalReq } from 'payload';
import { toRecordId } from '../../../core/database/ids.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import type { Visit } from '../../client-pages/feature.ts';
import { ticketFolder as folderOf } from '../../files/feature.ts';

/**
 * The folder for the ticket files of the organization of the session, the same as that of files from mails. It is made if
 * it is not there.
 *
 * @returns null if that is not possible
 */
export const ticketFolder = async ({ payload, portal, person }: Visit): Promise<string | null> => {
  if (!person?.organization) return null;
  const { id } = person.organization;
  try {
    const organization = toRecordId(payload, {
      path: 'organization_id',
      id,
      slug: portal.options.slugs.organizations,
    });
    const req = await createLocalReq({}, payload);
    // The lock of the folder lasts as long as the transaction.
    return idText(await inTransaction(req, () => folderOf(req, portal, organization)));
  } catch (err) {
    payload.logger.error({ err, msg: 'The folder of ticket files could not be read or made.' });
    return null;
  }
};

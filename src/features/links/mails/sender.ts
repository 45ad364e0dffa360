import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { findPerson } from '../../people/feature.ts';

/** The name by which recipients know the sender of a record; null if they have none, or are deleted. */
export const senderOf = async (
  req: PayloadRequest,
  portal: PortalContext,
  { created_by_id }: { readonly created_by_id: RecordId | null },
): Promise<string | null> => {
  const person = created_by_id === null ? null : await findPerson(req, portal, created_by_id);
  const name: unknown = person && Reflect.get(person.user, 'name');
  return typeof name === 'string' && name.trim() !== '' ? name : null;
};

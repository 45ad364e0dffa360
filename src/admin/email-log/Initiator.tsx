import { Link } from '@payloadcms/ui';
import type { Payload } from 'payload';
import type { ResolvedOptions } from '../../options/resolve.ts';
import { adminPath } from '../shared/adminPath.ts';

interface InitiatorProps {
  readonly payload: Payload;
  readonly slugs: ResolvedOptions['slugs'];
  readonly id: string | null;
  readonly initiators: ReadonlyMap<string, string>;
}

/** Who caused a mail; nobody if it was no request, such as a job at night. */
export const Initiator = ({ payload, slugs, id, initiators }: InitiatorProps) => {
  if (id === null) return <span className="portal-muted">Nobody</span>;
  const name = initiators.get(id);
  if (name === undefined) return <span className="portal-muted">User {id}, deleted</span>;
  return <Link href={adminPath(payload, `/collections/${slugs.users}/${id}`)}>{name}</Link>;
};

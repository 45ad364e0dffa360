import { Link } from '@payloadcms/ui';
import type { CollectionSlug } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import { idText, type RecordId } from '../../../core/shared/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { Beside } from '../../../core/ui/Beside.tsx';
import { type CustomerPartProps, customerOf } from '../../../core/ui/customer.ts';
import { StatusPill } from '../../../core/ui/StatusPill.tsx';
import type { RequestStatus } from '../vocabulary.ts';
import type { KnownFields } from './AskForFiles.tsx';
import { AskForFilesHere } from './AskForFilesHere.tsx';
import { toneOf } from './uploadRequest.ts';

/** Requests in the list. */
const most = 5;

interface FoundRequest {
  readonly id: RecordId;
  readonly title: string;
  readonly status: RequestStatus;
}

/** Beside a ticket and an organization: the files that were asked for, newest first, and a way to ask for more. */
export const CustomerRequests = (props: CustomerPartProps) => {
  const { data, i18n, payload, portal, user } = props;
  const customer = customerOf(props);
  const scopes = scopesOf(portal.principalOf(user));
  if (!customer || !user || !scopes.includes('upload-requests:read')) return null;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.uploadRequests}`);
  const [field, value] =
    customer.ticket === null ? ['organization', customer.organization] : ['ticket', customer.ticket];

  const known = async (): Promise<KnownFields> => {
    const organization =
      customer.organization === null ? {} : { organization_id: idText(customer.organization) };
    if (customer.ticket === null) return organization;
    const requester = customer.person === null ? null : await readPerson(props, customer.person);
    return {
      ...organization,
      ticket_id: idText(customer.ticket),
      title: String(data?.subject ?? ''),
      recipients: requester ? [requester] : [],
    };
  };

  const read = async () => {
    const { docs } = await payload.find({
      collection: slugs.uploadRequests as CollectionSlug,
      where: { [field]: { equals: value } },
      depth: 0,
      limit: most,
      pagination: false,
      sort: '-createdAt',
      select: { title: true, status: true },
      overrideAccess: false,
      user,
    });
    const found = docs as unknown as readonly FoundRequest[];
    return (
      <>
        {found.length > 0 && (
          <ul>
            {found.map(({ id, title, status }) => (
              <li key={id}>
                <Link href={`${list}/${id}`}>{title}</Link>
                <StatusPill tone={toneOf(status)}>{t(`uploadRequests:status:${status}`)}</StatusPill>
              </li>
            ))}
          </ul>
        )}
        {scopes.includes('upload-requests:write') && (
          <div>
            <AskForFilesHere {...props} known={await known()} buttonStyle="secondary" />
          </div>
        )}
      </>
    );
  };
  return (
    <Beside id="portal-customer-requests" title={t('uploadRequests:admin:customer')} read={read} t={t} />
  );
};

/** The requester of a ticket, as far as the reader may read them. */
const readPerson = async ({ payload, portal, user }: CustomerPartProps, id: RecordId) => {
  const { docs } = await payload.find({
    collection: portal.options.slugs.users as CollectionSlug,
    where: { id: { equals: id } },
    depth: 0,
    limit: 1,
    pagination: false,
    select: { name: true, email: true },
    overrideAccess: false,
    user,
  });
  const { name, email } = Object(docs[0]) as { name?: string | null; email?: string };
  return email ? { email, ...(name && { name }) } : null;
};

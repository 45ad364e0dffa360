import { Link } from '@payloadcms/ui';
import type { CollectionSlug } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import { idText, type RecordId } from '../../../core/shared/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { Beside } from '../../../core/ui/Beside.tsx';
import { type CustomerPartProps, customerOf } from '../../../core/ui/customer.ts';
import { StatusPill } from '../../../core/ui/StatusPill.tsx';
import type { TransferStatus } from '../vocabulary.ts';
import type { KnownFields } from './SendFiles.tsx';
import { SendFilesHere } from './SendFilesHere.tsx';
import { toneOf } from './transfer.ts';

/** Transfers in the list. */
const most = 5;

interface FoundTransfer {
  readonly id: RecordId;
  readonly title: string;
  readonly status: TransferStatus;
}

/** Beside a ticket and an organization: the files that were sent, newest first, and a way to send more. */
export const CustomerTransfers = (props: CustomerPartProps) => {
  const { data, i18n, payload, portal, user } = props;
  const customer = customerOf(props);
  const scopes = scopesOf(portal.principalOf(user));
  if (!customer || !user || !scopes.includes('transfers:read')) return null;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.transfers}`);
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
      collection: slugs.transfers as CollectionSlug,
      where: { [field]: { equals: value } },
      depth: 0,
      limit: most,
      pagination: false,
      sort: '-createdAt',
      select: { title: true, status: true },
      overrideAccess: false,
      user,
    });
    const found = docs as unknown as readonly FoundTransfer[];
    return (
      <>
        {found.length > 0 && (
          <ul>
            {found.map(({ id, title, status }) => (
              <li key={id}>
                <Link href={`${list}/${id}`}>{title}</Link>
                <StatusPill tone={toneOf(status)}>{t(`transfers:status:${status}`)}</StatusPill>
              </li>
            ))}
          </ul>
        )}
        {scopes.includes('transfers:write') && (
          <div>
            <SendFilesHere {...props} known={await known()} buttonStyle="secondary" />
          </div>
        )}
      </>
    );
  };
  return <Beside id="portal-customer-transfers" title={t('transfers:admin:customer')} read={read} t={t} />;
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

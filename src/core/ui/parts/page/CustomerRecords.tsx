import { Link } from '@payloadcms/ui';
import type { CollectionSlug } from 'payload';
import type { ReactNode } from 'react';
import { idText, type RecordId } from '../../../shared/values/ids.ts';
import { textsBy } from '../../../texts/text.ts';
import { adminPath } from '../../adminPath.ts';
import {
  type Customer,
  type CustomerFields,
  type CustomerPartProps,
  customerOf,
} from '../../customer/customer.ts';
import { Beside } from './Beside.tsx';

interface CustomerRecordsProps<Status extends string> {
  /** The properties of the part that shows them. */
  readonly part: CustomerPartProps;
  /** Unique within the page. */
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  status(status: Status): ReactNode;
  /** A way to make one more. */
  more(known: CustomerFields): ReactNode;
}

interface FoundRecord<Status> {
  readonly id: RecordId;
  readonly title: string;
  readonly status: Status;
}

/** Records in the list. */
const most = 5;

/** Beside a ticket and an organization: those of its records that the reader may read, newest first. */
export const CustomerRecords = <Status extends string>({
  part,
  id,
  title,
  slug,
  status,
  more,
}: CustomerRecordsProps<Status>) => {
  const { i18n, payload, user } = part;
  const customer = customerOf(part);
  if (!customer || !user) return null;
  const list = adminPath(payload, `/collections/${slug}`);
  const [field, value] =
    customer.ticket === null ? ['organization', customer.organization] : ['ticket', customer.ticket];

  const read = async () => {
    const { docs } = await payload.find({
      collection: slug as CollectionSlug,
      where: { [field]: { equals: value } },
      depth: 0,
      limit: most,
      pagination: false,
      sort: '-createdAt',
      select: { title: true, status: true },
      overrideAccess: false,
      user,
    });
    const found = docs as unknown as readonly FoundRecord<Status>[];
    return (
      <>
        {found.length > 0 && (
          <ul>
            {found.map((one) => (
              <li key={one.id}>
                <Link href={`${list}/${one.id}`}>{one.title}</Link>
                {status(one.status)}
              </li>
            ))}
          </ul>
        )}
        <div>{more(await fieldsOf(part, customer))}</div>
      </>
    );
  };
  return <Beside id={id} title={title} read={read} t={textsBy(i18n.t)} />;
};

const fieldsOf = async (part: CustomerPartProps, customer: Customer): Promise<CustomerFields> => {
  const organization =
    customer.organization === null ? {} : { organization_id: idText(customer.organization) };
  if (customer.ticket === null) return organization;
  const requester = customer.person === null ? null : await readPerson(part, customer.person);
  return {
    ...organization,
    ticket_id: idText(customer.ticket),
    title: String(part.data?.subject ?? ''),
    recipients: requester ? [requester] : [],
  };
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

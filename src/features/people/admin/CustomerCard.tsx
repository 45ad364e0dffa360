import { Link } from '@payloadcms/ui';
import type { CollectionSlug, Payload, TypedUser } from 'payload';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type TranslateText, textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { type CustomerPartProps, customerOf } from '../../../core/ui/customer/customer.ts';
import { Beside } from '../../../core/ui/parts/page/Beside.tsx';
import '../../../core/ui/parts/page/page.css';

/** Beside a ticket: the name, the address and the organization of its requester. */
export const CustomerCard = ({ data, i18n, id, page, payload, portal, user }: CustomerPartProps) => {
  const customer = customerOf({ page, id, data });
  if (!customer || !user) return null;
  const { users, organizations } = portal.options.slugs;
  const t = textsBy(i18n.t);
  const reading = { payload, user };
  const read = async () => {
    const [person, organization] = await Promise.all([
      find(reading, users, customer.person),
      find(reading, organizations, customer.organization),
    ]);
    return (
      <>
        <p>
          {person ? (
            <PersonLink payload={payload} slug={users} person={person} t={t} />
          ) : (
            t('people:customer:hidden')
          )}
        </p>
        {person?.email && person.name && <p>{person.email}</p>}
        {organization && (
          <p>
            <Link href={adminPath(payload, `/collections/${organizations}/${organization.id}`)}>
              {organization.name}
            </Link>
          </p>
        )}
      </>
    );
  };
  return <Beside id="portal-customer" title={t('people:customer:title')} read={read} t={t} />;
};

interface Found {
  readonly id: RecordId;
  readonly name?: string | null;
  readonly email?: string;
}

/** @returns null for a record that the reader may not read */
const find = async (
  { payload, user }: { readonly payload: Payload; readonly user: TypedUser },
  slug: string,
  id: RecordId | null,
): Promise<Found | null> =>
  id === null
    ? null
    : ((await payload.findByID({
        collection: slug as CollectionSlug,
        id,
        depth: 0,
        disableErrors: true,
        overrideAccess: false,
        user,
      })) as Found | null);

interface PersonLinkProps {
  readonly payload: Payload;
  readonly slug: string;
  readonly person: Found;
  readonly t: TranslateText;
}

const PersonLink = ({ payload, slug, person, t }: PersonLinkProps) => (
  <Link href={adminPath(payload, `/collections/${slug}/${person.id}`)}>
    {person.name || person.email || t('tickets:person:unnamed')}
  </Link>
);

/** People in the list. */
const most = 10;

/** Beside an organization: its clients and representatives, in order of their addresses. */
export const OrganizationPeople = ({ data, i18n, id, page, payload, portal, user }: CustomerPartProps) => {
  const customer = customerOf({ page, id, data });
  if (!customer || !user || portal.options.existing.users) return null;
  const { users } = portal.options.slugs;
  const t = textsBy(i18n.t);
  const read = async () => {
    const { docs } = await payload.find({
      collection: users as CollectionSlug,
      where: {
        or: [
          { role: { equals: 'client' }, organization: { equals: customer.organization } },
          { role: { equals: 'representative' }, organizations: { in: [customer.organization] } },
        ],
      },
      depth: 0,
      limit: most + 1,
      pagination: false,
      sort: 'email',
      select: { name: true, email: true, role: true },
      overrideAccess: false,
      user,
    });
    const people = docs as unknown as readonly Found[];
    if (people.length === 0) return <p className="portal-muted">{t('people:customer:noPeople')}</p>;
    const parameters = new URLSearchParams({
      'where[organization][equals]': String(customer.organization),
    });
    return (
      <>
        <ul>
          {people.slice(0, most).map((person) => (
            <li key={person.id}>
              <PersonLink payload={payload} slug={users} person={person} t={t} />
              {person.name && <span className="portal-muted">{person.email}</span>}
            </li>
          ))}
        </ul>
        {people.length > most && (
          <p className="portal-page__links">
            <Link href={`${adminPath(payload, `/collections/${users}`)}?${parameters}`}>
              {t('people:customer:allPeople')}
            </Link>
          </p>
        )}
      </>
    );
  };
  return <Beside id="portal-customer-people" title={t('people:customer:people')} read={read} t={t} />;
};

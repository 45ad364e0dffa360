import { Link } from '@payloadcms/ui';
import type { CollectionSlug } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { type CustomerPartProps, customerOf } from '../../../core/ui/customer/customer.ts';
import { Beside } from '../../../core/ui/parts/page/Beside.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import '../../../core/ui/parts/page/page.css';

/** Files in the list. */
const most = 5;

interface FoundFile {
  readonly id: RecordId;
  readonly name: string;
  readonly createdAt: string;
}

/** Beside a person the files that they sent, beside an organization all of its files, newest first. */
export const CustomerFiles = (props: CustomerPartProps) => {
  const { i18n, payload, portal, user } = props;
  const customer = customerOf(props);
  if (!customer || !user || !scopesOf(portal.principalOf(user)).includes('files:read')) return null;
  const t = textsBy(i18n.t);
  const { files } = portal.options.slugs;
  const [field, value] =
    customer.person === null ? ['organization', customer.organization] : ['uploadedBy', customer.person];
  const read = async () => {
    const { docs } = await payload.find({
      collection: files as CollectionSlug,
      where: { [field]: { equals: value } },
      depth: 0,
      limit: most + 1,
      pagination: false,
      sort: '-createdAt',
      select: { name: true, createdAt: true },
      overrideAccess: false,
      user,
    });
    const found = docs as unknown as readonly FoundFile[];
    if (found.length === 0) return <p className="portal-muted">{t('files:customer:none')}</p>;
    const list = adminPath(payload, `/collections/${files}`);
    const parameters = new URLSearchParams({ [`where[${field}][equals]`]: String(value) });
    const now = new Date();
    return (
      <>
        <ul>
          {found.slice(0, most).map(({ id, name, createdAt }) => (
            <li key={id}>
              <Link href={`${list}/${id}`}>{name}</Link>
              <span className="portal-muted">
                <RelativeTime moment={new Date(createdAt)} now={now} />
              </span>
            </li>
          ))}
        </ul>
        {found.length > most && (
          <p className="portal-page__links">
            <Link href={`${list}?${parameters}`}>{t('files:customer:all')}</Link>
          </p>
        )}
      </>
    );
  };
  const title = t(customer.person === null ? 'files:customer:title' : 'files:customer:sent');
  return <Beside id="portal-customer-files" title={title} read={read} t={t} />;
};

import { Banner, Link } from '@payloadcms/ui';
import type { CollectionSlug, Payload } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import { apiRouteOf } from '../../../core/shared/portal/apiRoute.ts';
import { type TranslateText, textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { type Customer, type CustomerPartProps, customerOf } from '../../../core/ui/customer/customer.ts';
import { Beside } from '../../../core/ui/parts/page/Beside.tsx';
import { ExactTime, RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, withElements } from '../../../core/ui/parts/words/words.tsx';
import { lastBounce } from '../deliveries/query.ts';
import { prepareEmailLog } from '../prepare.ts';
import { findEmails, type LoggedEmail } from '../reading/query.ts';
import { describeStatus } from './describeEmail.ts';
import { MailType, mailTypesIn } from './EmailLinks.tsx';
import { EraseAddress } from './EraseAddress.tsx';
import { DeliveryPill } from './mail/DeliveryTimeline.tsx';
import '../../../core/ui/parts/page/page.css';
import './emailLog.css';

/** Mails in the list. */
const most = 5;

/** Number of people of an organization whose mails are read. */
const mostPeople = 25;

/**
 * The side of a customer's page: the last mails to them, each with its delivery. On a person's page it also says that the
 * last one bounced, and offers to erase the address.
 */
export const CustomerMails = (props: CustomerPartProps) => {
  const { i18n, page, payload, portal, user } = props;
  const customer = customerOf(props);
  const scopes = scopesOf(portal.principalOf(user));
  if (!customer || !scopes.includes('email-log:read')) return null;
  // A ticket without a requester.
  if (page === 'ticket' && customer.person === null) return null;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const read = async () => {
    const addresses = await addressesOf(props, customer);
    const [address] = addresses;
    if (address === undefined) return <p className="portal-muted">{t('people:mails:none')}</p>;
    await prepareEmailLog(payload, portal.options);
    const emails = await findEmails(payload, slugs, customer.person === null ? { addresses } : { address }, {
      start: { offset: 0 },
      perPage: most,
    });
    const parameters = new URLSearchParams({ address });
    const csv = `/portal/v1/email-log/export?${parameters}` as const;
    return (
      <>
        {page === 'person' && <BounceWarning payload={payload} slugs={slugs} address={address} t={t} />}
        <MailLines {...props} emails={emails} />
        {customer.person !== null && (
          <p className="portal-page__links">
            <Link href={`${adminPath(payload, `/collections/${slugs.emailLog}`)}?${parameters}`}>
              {t('people:mails:inLog')}
            </Link>
            {page === 'person' && (
              <a
                href={formatAdminURL({ apiRoute: apiRouteOf(payload, portal) as `/${string}`, path: csv })}
                download
              >
                {t('people:mails:export')}
              </a>
            )}
          </p>
        )}
        {page === 'person' && scopes.includes('email-log:purge') && <EraseAddress address={address} />}
      </>
    );
  };
  return <Beside id="portal-person-mails" title={t(`people:mails:on:${page}`)} read={read} t={t} />;
};

/** The address of a person; for an organization, the addresses of its people, up to the limit. */
const addressesOf = async (
  { data, page, payload, portal, user }: CustomerPartProps,
  { person, organization }: Customer,
): Promise<readonly string[]> => {
  if (page === 'person') return textsIn([data]);
  const { docs } = await payload.find({
    collection: portal.options.slugs.users as CollectionSlug,
    where: person === null ? { organization: { equals: organization } } : { id: { equals: person } },
    depth: 0,
    limit: person === null ? mostPeople : 1,
    pagination: false,
    sort: '-updatedAt',
    select: { email: true },
    overrideAccess: false,
    user,
  });
  return textsIn(docs);
};

const textsIn = (people: readonly unknown[]): readonly string[] =>
  people.flatMap((person) => {
    const email: unknown = Reflect.get(Object(person), 'email');
    return typeof email === 'string' ? [email] : [];
  });

const MailLines = ({
  emails,
  i18n,
  page,
  payload,
  portal,
}: CustomerPartProps & { readonly emails: readonly LoggedEmail[] }) => {
  const t = textsBy(i18n.t);
  if (emails.length === 0) return <p className="portal-muted">{t('people:mails:none')}</p>;
  const [now, types] = [new Date(), mailTypesIn(portal, t)];
  return (
    <ul>
      {emails.map(({ id, subject, to, type, status, fallback, delivery, created_at }) => {
        const { tone, words } = describeStatus({ status, hasFallback: fallback !== null }, t);
        return (
          <li key={id}>
            <Link href={adminPath(payload, `/collections/${portal.options.slugs.emailLog}/${id}`)}>
              {subject || t('emailLog:table:noSubject')}
            </Link>
            {delivery ? (
              <DeliveryPill state={delivery.state} t={t} />
            ) : (
              <StatusPill tone={tone}>{words}</StatusPill>
            )}
            <span className="portal-muted">
              {page === 'organization' && `${to}, `}
              {type && (
                <>
                  <MailType type={type} types={types} />,{' '}
                </>
              )}
              <RelativeTime moment={new Date(created_at)} now={now} />
            </span>
          </li>
        );
      })}
    </ul>
  );
};

interface BounceWarningProps {
  readonly payload: Payload;
  readonly slugs: Slugs;
  readonly address: string;
  readonly t: TranslateText;
}

/** Says that the last mail to an address came back, and why. Nothing if it did not. */
export const BounceWarning = async ({ payload, slugs, address, t }: BounceWarningProps) => {
  const bounce = await lastBounce(payload, slugs, address).catch(() => null);
  if (!bounce) return null;
  const { state, detail, at } = bounce;
  const what = state === 'complained' ? 'complained' : 'bounced';
  const sentence = t(`people:bounce:${what}${detail ? 'Because' : ''}`);
  return (
    <div role="status" className="portal-bounce">
      <Banner type="error">
        {withElements(sentence, {
          address: <strong>{address}</strong>,
          time: <ExactTime moment={at} />,
          detail,
        })}
      </Banner>
    </div>
  );
};

import { Link } from '@payloadcms/ui';
import type { TypedUser } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import { listRows } from '../../../core/database/listRows.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { type CustomerPartProps, customerOf } from '../../../core/ui/customer/customer.ts';
import { Beside } from '../../../core/ui/parts/page/Beside.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, withElements } from '../../../core/ui/parts/words/words.tsx';
import { openFirst, ticketListing } from '../lists/listing.ts';
import type { StoredTicket } from '../record/storedTicket.ts';
import { lastWroteAt } from '../replies/readMessages.ts';
import { toneOf } from './ticketWords.ts';
import '../../../core/ui/parts/page/page.css';

/** Tickets in the list. */
const most = 6;

/**
 * The side of a customer's page: their tickets, open ones first, without the one that the page shows; and when they last
 * wrote.
 */
export const CustomerTickets = (props: CustomerPartProps) => {
  const { i18n, payload, portal, user } = props;
  const customer = customerOf(props);
  const caller = portal.principalOf(user);
  if (!customer || !caller || !scopesOf(caller).includes('tickets:read') || isOfTeam(props)) return null;
  const t = textsBy(i18n.t);
  const filter =
    customer.person === null
      ? { organizationId: textOf(customer.organization) }
      : { requesterId: textOf(customer.person) };
  // A ticket without a requester has no others.
  if (customer.ticket !== null && customer.person === null) return null;
  const read = async () => {
    const now = new Date();
    const [rows, wroteAt] = await Promise.all([
      listRows<Pick<StoredTicket, 'id' | 'subject' | 'status' | 'updated_at'>>(
        payload,
        ticketListing(payload, portal, { caller, filter, order: openFirst }),
        // One row may be the ticket itself, and another tells that there are more.
        { start: { offset: 0 }, limit: most + 2 },
      ),
      lastWroteAt({ payload, portal, caller }, customer.person),
    ]);
    const others = rows.filter(({ id }) => idText(id) !== textOf(customer.ticket));
    const list = adminPath(payload, `/collections/${portal.options.slugs.tickets}`);
    const parameters = new URLSearchParams({
      view: 'all',
      ...(customer.person === null
        ? { organization: textOf(customer.organization) }
        : { requester: textOf(customer.person) }),
    });
    return (
      <>
        {others.length === 0 && (
          <p className="portal-muted">
            {t(customer.ticket === null ? 'tickets:customer:none' : 'tickets:customer:noOthers')}
          </p>
        )}
        {others.length > 0 && (
          <ul>
            {others.slice(0, most).map(({ id, subject, status, updated_at }) => (
              <li key={id}>
                <Link href={`${list}/${id}`}>
                  #{id} {subject}
                </Link>
                <StatusPill tone={toneOf(status)}>{t(`tickets:status:${status}`)}</StatusPill>
                <span className="portal-muted">
                  <RelativeTime moment={new Date(updated_at)} now={now} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {wroteAt && (
          <p className="portal-muted">
            {withElements(t('tickets:customer:lastWrote'), {
              time: <RelativeTime moment={wroteAt} now={now} />,
            })}
          </p>
        )}
        {others.length > most && (
          <p className="portal-page__links">
            <Link href={`${list}?${parameters}`}>{t('tickets:customer:all')}</Link>
          </p>
        )}
      </>
    );
  };
  const title = t(customer.ticket === null ? 'tickets:customer:title' : 'tickets:customer:others');
  return <Beside id="portal-customer-tickets" title={title} read={read} t={t} />;
};

const textOf = (id: RecordId | null): string => (id === null ? '' : idText(id));

/** True for the page of a person who is no client, and asks for no tickets. */
const isOfTeam = ({ data, page, portal }: CustomerPartProps): boolean =>
  page === 'person' &&
  !isClient(
    portal.principalOf({ ...Object(data), collection: portal.options.slugs.users } as unknown as TypedUser),
  );

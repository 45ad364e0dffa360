import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { ListViewServerProps } from 'payload';
import type { PortalContext } from '../../context.ts';
import { countRows, listRows } from '../../database/listRows.ts';
import { countMails, mailListing } from '../../inbound/query.ts';
import { mailOfRow, type StoredMail } from '../../inbound/storedMail.ts';
import { type InboundOutcome, outcomes } from '../../inbound/vocabulary.ts';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { idText } from '../../shared/ids.ts';
import { FacetBar } from '../email-log/EmailLogFilters.tsx';
import { Pager } from '../email-log/Pager.tsx';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/Messages.tsx';
import { relativeTime, utcTime } from '../shared/RelativeTime.tsx';
import { outcomeTones, outcomeWords } from './describeMail.ts';
import { InboundFilters } from './InboundFilters.tsx';
import { InboundTable, type ListedMail } from './InboundTable.tsx';
import '../shared/shared.css';
import '../email-log/emailLog.css';
import './inbound.css';

type InboundListProps = ListViewServerProps & { readonly portal: PortalContext };

const parameters = ['outcome', 'from', 'search'] as const;

const tabs: readonly (InboundOutcome | 'all')[] = [
  'held',
  'failed',
  'reply',
  'ticket',
  'bounce',
  'ignored',
  'discarded',
  'all',
];

const pageSizes = [25, 50, 100] as const;

/** The page “Mail in”: what came by mail, by what became of it. It opens with what waits for a decision. */
export const InboundList = async ({ payload, portal, searchParams, limit }: InboundListProps) => {
  const { slugs } = portal.options;
  const given = givenOf(searchParams ?? {});
  const counts = await countMails(payload, portal);
  const current = tabOf(given.outcome, counts.held ?? 0);
  const perPage = Math.min(Math.max(Math.trunc(Number(limit)) || pageSizes[0], 1), 100);
  const page = Math.max(1, Math.trunc(Number(searchParams?.page)) || 1);
  const listing = mailListing(payload, portal, {
    outcome: current === 'all' ? undefined : current,
    from: given.from,
    search: given.search,
  });
  const [rows, total] = await Promise.all([
    listRows<StoredMail>(payload, listing, { start: { offset: (page - 1) * perPage }, limit: perPage }),
    countRows(payload, listing),
  ]);
  const all = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
  const others = { from: given.from, search: given.search };
  const now = new Date();
  return (
    <Gutter className="portal-list">
      <SetStepNav nav={[{ label: 'Mail in' }]} />
      <header className="portal-list__header">
        <div>
          <h1>Mail in</h1>
          <p>
            What came by mail, and what became of it. A message whose sender or ticket is not clear waits here
            for a decision.
          </p>
        </div>
      </header>
      <FacetBar
        label="What became of it"
        names={parameters}
        facets={tabs.map((tab) => ({
          label: tab === 'all' ? 'All' : outcomeWords[tab],
          count: tab === 'all' ? all : (counts[tab] ?? 0),
          tone: tab === 'all' ? 'neutral' : outcomeTones[tab],
          isCurrent: tab === current,
          parameters: { ...others, outcome: tab },
        }))}
      />
      <InboundFilters key={JSON.stringify(given)} given={{ ...given, outcome: current }} names={parameters} />
      {rows.length === 0 ? (
        <EmptyState title={all === 0 ? 'No mail yet' : 'No message here'}>
          {all === 0 ? (
            <>
              <a href={adminPath(payload, `/globals/${settingsSlug}`)}>Connect a mailbox under Settings</a>,
              and what clients write shows up here.
            </>
          ) : (
            'Choose another tab, or clear the search.'
          )}
        </EmptyState>
      ) : (
        <>
          <InboundTable
            portalRoute={apiRouteOf(payload, portal)}
            mails={rows.map((row) => listed(mailOfRow(row), now))}
            paths={{
              mail: adminPath(payload, `/collections/${slugs.inboundMails}`),
              ticket: adminPath(payload, `/collections/${slugs.tickets}`),
            }}
          />
          <Pager page={page} perPage={perPage} limits={pageSizes} total={total} />
        </>
      )}
    </Gutter>
  );
};

type Given = Readonly<Partial<Record<(typeof parameters)[number], string>>>;

const givenOf = (searchParams: Readonly<Record<string, string | string[] | undefined>>): Given =>
  Object.fromEntries(
    parameters.flatMap((name) => {
      const value = searchParams[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

/** What waits comes first, if anything does. */
const tabOf = (wanted: string | undefined, held: number): InboundOutcome | 'all' =>
  outcomes.find((outcome) => outcome === wanted) ?? (wanted === undefined && held > 0 ? 'held' : 'all');

const listed = (mail: StoredMail, now: Date): ListedMail => ({
  id: idText(mail.id),
  from: mail.from,
  subject: mail.subject,
  outcome: mail.outcome,
  reason: mail.reason,
  ticketId: mail.ticket_id === null ? null : idText(mail.ticket_id),
  authentication: mail.authentication,
  received: {
    iso: mail.received_at.toISOString(),
    exact: utcTime(mail.received_at),
    words: relativeTime(mail.received_at, now),
  },
});

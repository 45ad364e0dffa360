import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { ListViewServerProps, Payload } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';
import { countRows, listRows } from '../../../../core/database/listRows.ts';
import { isStorable } from '../../../../core/shared/text/text.ts';
import { idText } from '../../../../core/shared/values/ids.ts';
import { textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { leaveMissingPage, pageIn, rowsOf } from '../../../../core/ui/pages.ts';
import { Pager, RestoreHistory } from '../../../../core/ui/parts/list/Pager.tsx';
import { EmptyState, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { FacetBar } from '../../../email-log/ui.ts';
import { settingsPath } from '../../../settings/feature.ts';
import { countMails, mailListing } from '../../storage/query.ts';
import { mailOfRow, type StoredMail } from '../../storage/storedMail.ts';
import { type InboundOutcome, outcomes } from '../../vocabulary.ts';
import { outcomeTones, outcomeWord } from '../describeMail.ts';
import { InboundFilters } from './InboundFilters.tsx';
import { InboundTable, type ListedMail } from './InboundTable.tsx';
import '../../../../core/ui/parts/list/list.css';
import '../inbound.css';

type InboundListProps = ListViewServerProps & { readonly portal: PortalContext };

const parameters = ['outcome', 'from', 'search'] as const;

type Tab = InboundOutcome | 'all';

const tabs: readonly Tab[] = ['held', 'failed', 'reply', 'ticket', 'bounce', 'ignored', 'discarded', 'all'];

const pageSizes = [25, 50, 100] as const;

/** The page “Mail in”: received messages by outcome. It opens with those that wait for a decision. */
export const InboundList = async (props: InboundListProps) => {
  const { payload, portal, i18n, searchParams = {}, limit } = props;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const given = givenOf(searchParams);
  const counts = await countTabs(payload, portal);
  const current = tabOf(given.outcome, counts.held);
  const perPage = rowsOf(limit, pageSizes);
  const page = pageIn(searchParams);
  const listing = mailListing(payload, portal, {
    outcome: current === 'all' ? undefined : current,
    from: given.from,
    search: given.search,
  });
  const [rows, total] = await Promise.all([
    listRows<StoredMail>(payload, listing, { start: { offset: (page - 1) * perPage }, limit: perPage }),
    countRows(payload, listing),
  ]);
  const address = adminPath(payload, `/collections/${slugs.inboundMails}`);
  if (rows.length === 0) leaveMissingPage({ address, searchParams, page, perPage, total });
  const others = { from: given.from, search: given.search };
  const now = new Date();
  return (
    <Gutter className="portal-list">
      <SetStepNav nav={[{ label: t('inbound:title') }]} />
      <RestoreHistory />
      {props.BeforeList}
      <header className="portal-list__header">
        <div>
          <h1>{t('inbound:title')}</h1>
          <p>{t('inbound:list:lead')}</p>
        </div>
      </header>
      <FacetBar
        label={t('inbound:list:facets')}
        names={parameters}
        facets={tabs.map((tab) => ({
          label: tab === 'all' ? t('inbound:list:all') : outcomeWord(tab, t),
          count: counts[tab],
          tone: tab === 'all' ? 'neutral' : outcomeTones[tab],
          isCurrent: tab === current,
          parameters: { ...others, outcome: tab },
        }))}
      />
      <InboundFilters given={{ ...given, outcome: current }} names={parameters} />
      {props.BeforeListTable}
      {rows.length === 0 ? (
        <EmptyState title={t(counts.all === 0 ? 'inbound:list:noMail' : 'inbound:list:noMessage')}>
          {counts.all === 0
            ? withElements(t('inbound:list:connect'), {
                link: (
                  <a href={adminPath(payload, settingsPath('mailIn'))}>{t('inbound:list:connectLink')}</a>
                ),
              })
            : t('inbound:list:chooseOther')}
        </EmptyState>
      ) : (
        <>
          <InboundTable
            mails={rows.map((row) => listed(mailOfRow(row)))}
            now={now}
            paths={{
              mail: address,
              ticket: adminPath(payload, `/collections/${slugs.tickets}`),
            }}
          />
          <Pager page={page} perPage={perPage} limits={pageSizes} total={total} />
        </>
      )}
      {props.AfterListTable}
      {props.AfterList}
    </Gutter>
  );
};

type Given = Readonly<Partial<Record<(typeof parameters)[number], string>>>;

const givenOf = (searchParams: Readonly<Record<string, string | string[] | undefined>>): Given =>
  Object.fromEntries(
    parameters.flatMap((name) => {
      const value = searchParams[name];
      return typeof value === 'string' && value !== '' && isStorable(value) ? [[name, value]] : [];
    }),
  );

/** Each outcome by its index; the counts hold until something changes. */
const countTabs = async (payload: Payload, portal: PortalContext): Promise<Record<Tab, number>> => {
  const counts = await Promise.all(
    tabs.map(
      async (tab) => [tab, await countMails(payload, portal, tab === 'all' ? undefined : tab)] as const,
    ),
  );
  return Object.fromEntries(counts) as Record<Tab, number>;
};

/** The tab to open. Messages that wait come first, if there are any. */
const tabOf = (wanted: string | undefined, held: number): Tab =>
  outcomes.find((outcome) => outcome === wanted) ?? (wanted === undefined && held > 0 ? 'held' : 'all');

const listed = (mail: StoredMail): ListedMail => ({
  id: idText(mail.id),
  from: mail.from,
  fromName: mail.from_name,
  subject: mail.subject,
  outcome: mail.outcome,
  reason: mail.reason,
  ticketId: mail.ticket_id === null ? null : idText(mail.ticket_id),
  authentication: mail.authentication,
  receivedAt: mail.received_at,
});

import { Button, Gutter, SetStepNav } from '@payloadcms/ui';
import type { ListViewServerProps } from 'payload';
import { isRepresentative } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { leaveMissingPage, rowsOf } from '../../../../core/ui/pages.ts';
import { ShortcutsHelp } from '../../../../core/ui/parts/dialog/ShortcutsHelp.tsx';
import { Pager, RestoreHistory } from '../../../../core/ui/parts/list/Pager.tsx';
import { EmptyState } from '../../../../core/ui/parts/words/words.tsx';
import { mostCounted, views } from '../../lists/countTickets.ts';
import { findAssignees } from '../assignees.ts';
import { describeColumns, describeSort, findAddedFields } from './added/fields.ts';
import { describeFilters } from './added/filters.ts';
import type { TicketListReader } from './listReader.ts';
import { readTicketPage } from './readTicketPage.ts';
import { TicketTable } from './TicketTable.tsx';
import { isAddedSort, listParameters } from './views/listParameters.ts';
import { TicketFilters } from './views/TicketFilters.tsx';
import { TicketViews } from './views/TicketViews.tsx';
import { type Listing, readListing, sorts, usualSorts } from './views/ticketViews.ts';
import '../../../../core/ui/parts/list/list.css';
import '../ticketList.css';

type TicketListProps = ListViewServerProps & { readonly portal: PortalContext };

const pageSizes = [25, 50, 100] as const;

/** The list of tickets: the ones that wait for a reply come first. */
export const TicketList = async (props: TicketListProps) => {
  const { payload, portal, user, searchParams = {}, limit, i18n } = props;
  const caller = portal.principalOf(user);
  if (!user || !caller) return null;
  const t = textsBy(i18n.t);
  const added = await findAddedFields({ payload, portal, user });
  const reader: TicketListReader = { payload, portal, user, caller, t, i18n, added };
  const listing = readListing(searchParams, added);
  const addedFilters = describeFilters(added.filters, i18n);
  const names = [...listParameters, ...addedFilters.map(({ parameter }) => parameter)];
  const perPage = rowsOf(limit, pageSizes);
  const [{ tickets, counts, savedViews }, assignees] = await Promise.all([
    readTicketPage(reader, listing, perPage),
    findAssignees(reader),
  ]);
  const address = adminPath(payload, `/collections/${portal.options.slugs.tickets}`);
  const hasChoice = caller.spans || caller.organizations.length > 1;
  const total = counts[listing.view.name] ?? 0;
  if (tickets.length === 0) leaveMissingPage({ address, searchParams, page: listing.page, perPage, total });
  const { view: _view, ...filters } = listing.given;
  return (
    <Gutter className="portal-list portal-tickets">
      <SetStepNav nav={[{ label: t('collections:tickets:plural') }]} />
      <RestoreHistory />
      {props.BeforeList}
      <ListHeader address={address} t={t} />
      <TicketViews
        given={{ ...listing.given, view: listing.view.name }}
        names={names}
        saved={savedViews}
        total={total}
        most={mostCounted}
        facets={views.map(({ name }) => ({
          label: t(`tickets:list:view:${name}`),
          tone: 'neutral',
          count: counts[name] ?? 0,
          ...(name !== listing.view.name && { most: mostCounted }),
          isCurrent: name === listing.view.name,
          parameters: { ...filters, view: name },
        }))}
      />
      <TicketFilters
        given={listing.given}
        names={names}
        added={addedFilters}
        sorts={offeredSorts(listing.sort, added, i18n, t)}
        sort={listing.sort}
        assignees={assignees}
        hasOrganizations={hasChoice}
      />
      {props.BeforeListTable}
      {tickets.length === 0 ? (
        <NoTickets listing={listing} isEmpty={counts.all === 0} isOutside={isRepresentative(caller)} t={t} />
      ) : (
        <>
          <TicketTable
            tickets={tickets}
            now={new Date()}
            address={address}
            assignees={assignees}
            shows={t(`tickets:list:view:${listing.view.name}`)}
            hasNextPage={listing.page * perPage < total}
            sort={listing.sort}
            search={listing.search}
            added={describeColumns(added.columns, i18n)}
          />
          <Pager page={listing.page} perPage={perPage} limits={pageSizes} total={total} />
        </>
      )}
      {props.AfterListTable}
      {props.AfterList}
    </Gutter>
  );
};

const ListHeader = ({ address, t }: { readonly address: string; readonly t: TranslateText }) => (
  <header className="portal-list__header">
    <h1>{t('collections:tickets:plural')}</h1>
    <div className="portal-list__actions">
      <ShortcutsHelp />
      <Button el="link" to={`${address}/create`} size="medium" margin={false}>
        {t('tickets:list:new')}
      </Button>
    </div>
  </header>
);

/** The orders in the menu: the usual ones, and the one of the list. */
const offeredSorts = (
  current: Listing['sort'],
  { columns }: TicketListReader['added'],
  i18n: TicketListReader['i18n'],
  t: TranslateText,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    sorts
      .filter((sort) => sort === current || usualSorts.some((usual) => usual === sort))
      .map((sort) => [sort, t(`tickets:list:order:${sort}`)]),
  ),
  ...(isAddedSort(current) && { [current]: describeSort(current, columns, i18n) }),
});

interface NoTicketsProps {
  readonly listing: Listing;
  /** True if no view has a ticket. */
  readonly isEmpty: boolean;
  readonly isOutside: boolean;
  readonly t: TranslateText;
}

const NoTickets = ({ listing: { given, view }, isEmpty, isOutside, t }: NoTicketsProps) => {
  const isFiltered = Object.keys(given).some((name) => name !== 'view' && name !== 'order');
  if (isFiltered)
    return (
      <EmptyState title={t('tickets:list:empty:filteredTitle')}>
        {t('tickets:list:empty:filtered')}
      </EmptyState>
    );
  if (isEmpty)
    return (
      <EmptyState title={t('tickets:list:empty:noneTitle')}>
        {t(isOutside ? 'tickets:list:empty:noneOfYours' : 'tickets:list:empty:none')}
      </EmptyState>
    );
  const title = t('tickets:list:empty:viewTitle', { view: t(`tickets:list:view:${view.name}`) });
  return <EmptyState title={title}>{t('tickets:list:empty:view')}</EmptyState>;
};

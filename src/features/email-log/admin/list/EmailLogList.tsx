import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import type { ListViewServerProps, Payload } from 'payload';
import { scopesOf } from '../../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { settingsSlug } from '../../../../core/shared/portal/settingsSlug.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { leaveMissingPage, rowsOf } from '../../../../core/ui/pages.ts';
import { Pager, RestoreHistory } from '../../../../core/ui/parts/list/Pager.tsx';
import { ExactTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { EmptyState, ErrorSentence, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { prepareEmailLog } from '../../prepare.ts';
import type { EmailLogFilter } from '../../reading/filter.ts';
import {
  countAllLately,
  countEmails,
  countEmailsEach,
  findEmails,
  type LogSlugs,
} from '../../reading/query.ts';
import { coversSince } from '../../retention/coverage.ts';
import { findInitiators, mailTypesIn } from '../EmailLinks.tsx';
import { EmailLogActions } from './EmailLogActions.tsx';
import { EmailLogFilters, FacetBar } from './EmailLogFilters.tsx';
import { EmailTable } from './EmailTable.tsx';
import {
  isChosen,
  type Listing,
  listParameters,
  quickFilters,
  readListing,
  withoutQuickFilter,
} from './listing.ts';
import '../../../../core/ui/parts/list/list.css';
import '../emailLog.css';

type EmailLogListProps = ListViewServerProps & { readonly portal: PortalContext };

const pageSizes = [25, 50, 100] as const;

/** The list of the email log. It uses the portal's own queries, because the CMS's count takes ten times as long. */
export const EmailLogList = async (props: EmailLogListProps) => {
  const { payload, portal, user, searchParams = {}, limit, i18n } = props;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const now = new Date();
  const listing = readListing(searchParams, now, t);
  const perPage = rowsOf(limit, pageSizes);
  const isFacet = quickFilters.some((quick) => isChosen(quick, listing.given));
  const [facets, counted, emails, since] = await Promise.all([
    countFacets(props, listing, now, t),
    isFacet ? 0 : countEmails(payload, slugs, listing.filter),
    findEmails(payload, slugs, listing.filter, {
      start: { offset: (listing.page - 1) * perPage },
      perPage,
    }),
    coversSince(payload),
  ]);
  const total = facets.find(({ isCurrent }) => isCurrent)?.count ?? counted;
  const address = adminPath(payload, `/collections/${slugs.emailLog}`);
  if (emails.length === 0) leaveMissingPage({ address, searchParams, page: listing.page, perPage, total });
  const isWrong = listing.problems.length > 0;
  const initiators = await findInitiators(payload, slugs.users, {
    ids: emails.map(({ user_id }) => user_id),
    reader: user ?? null,
  });
  return (
    <Gutter className="portal-list">
      <SetStepNav nav={[{ label: t('emailLog:title') }]} />
      <RestoreHistory />
      {props.BeforeList}
      <header className="portal-list__header">
        <div>
          <h1>{t('emailLog:title')}</h1>
          <p>
            {t('emailLog:sentMeans')}{' '}
            {withElements(t('emailLog:completeSince'), { time: <ExactTime moment={new Date(since)} /> })}
          </p>
        </div>
        <EmailLogActions
          given={listing.given}
          mayPurge={scopesOf(portal.principalOf(user)).includes('email-log:purge')}
        />
      </header>
      <FacetBar label={t('emailLog:quickFilters')} facets={facets} names={listParameters} />
      <EmailLogFilters
        given={listing.given}
        names={listParameters}
        types={Object.fromEntries(mailTypesIn(portal, t))}
      />
      {props.BeforeListTable}
      {isWrong && <ErrorSentence>{listing.problems.join(' ')}</ErrorSentence>}
      {!isWrong && emails.length === 0 && (
        <EmailLogEmpty payload={payload} isFiltered={Object.keys(listing.given).length > 0} t={t} />
      )}
      {!isWrong && emails.length > 0 && (
        <>
          <EmailTable
            payload={payload}
            portal={portal}
            emails={emails}
            initiators={initiators}
            now={now}
            t={t}
          />
          <Pager page={listing.page} perPage={perPage} limits={pageSizes} total={total} />
        </>
      )}
      {props.AfterListTable}
      {props.AfterList}
    </Gutter>
  );
};

/** Each facet counts within the other chosen filters. */
const countFacets = async (
  { payload, portal }: EmailLogListProps,
  { given, problems }: Listing,
  now: Date,
  t: TranslateText,
) => {
  const others = withoutQuickFilter(given);
  const { filter } = problems.length > 0 ? { filter: {} } : readListing(others, now, t);
  const counts = await countEach({ payload, slugs: portal.options.slugs, filter, given, now });
  return quickFilters.map((quick, index) => ({
    label: t(quick.text),
    tone: quick.tone,
    count: counts[index] ?? 0,
    isCurrent: isChosen(quick, given),
    parameters: { ...others, ...quick.sets },
  }));
};

interface FacetCounts {
  readonly payload: Payload;
  readonly slugs: LogSlugs;
  readonly filter: EmailLogFilter;
  readonly given: Listing['given'];
  readonly now: Date;
}

/** Each facet has an index. The unfiltered total is slow, so it may be a few seconds old unless it is the listed one. */
const countEach = ({ payload, slugs, filter, given, now }: FacetCounts): Promise<number[]> => {
  const parts = quickFilters.map(({ restrict }) => restrict(now));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (isFiltered) return countEmailsEach(payload, slugs, { shared: filter, parts });
  return Promise.all(
    quickFilters.map((quick, index) =>
      Object.keys(quick.sets).length > 0 || isChosen(quick, given)
        ? countEmails(payload, slugs, parts[index] ?? {})
        : countAllLately(payload, slugs),
    ),
  );
};

interface EmailLogEmptyProps {
  readonly payload: Payload;
  readonly isFiltered: boolean;
  readonly t: TranslateText;
}

const EmailLogEmpty = ({ payload, isFiltered, t }: EmailLogEmptyProps) =>
  isFiltered ? (
    <EmptyState title={t('emailLog:empty:noneMatches')}>{t('emailLog:empty:change')}</EmptyState>
  ) : (
    <EmptyState title={t('emailLog:empty:noneYet')}>
      {withElements(t('emailLog:empty:showsUp'), {
        link: (
          <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>{t('emailLog:empty:connect')}</Link>
        ),
      })}
    </EmptyState>
  );

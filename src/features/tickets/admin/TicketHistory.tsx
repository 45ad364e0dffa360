import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idTextOrNull, relationId } from '../../../core/shared/values/ids.ts';
import { type TranslateText, textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { leaveMissingPage, pageIn } from '../../../core/ui/pages.ts';
import { PageLinks } from '../../../core/ui/parts/list/Pager.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { EmptyState, StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { type NamedPerson, namePerson, nameWithinSentence } from '../../people/ui.ts';
import {
  type DescribedChange,
  describeChanges,
  findPeople,
  type HistoryRow,
  readHistory,
} from './readHistory.ts';
import '../../../core/ui/parts/page/page.css';
import './tickets.css';

type TicketHistoryProps = DocumentViewServerProps & { readonly portal: PortalContext };

const perPage = 25;

/** The history of a ticket: each change with its author and its time. */
export const TicketHistory = async (props: TicketHistoryProps) => {
  const { doc, payload, portal, initPageResult, searchParams = {} } = props;
  const { user: reader, i18n } = initPageResult.req;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const page = pageIn(searchParams);
  const { rows, total } = await readHistory(payload, slugs.ticketChanges, {
    ticketId: doc.id,
    page,
    perPage,
    reader,
  });
  const creator = idTextOrNull(relationId(doc.createdBy));
  const people = await findPeople(payload, slugs.users, { ids: [creator, ...rows.flatMap(idsIn)], reader });
  const nameOf = (id: string) => nameWithinSentence(people.get(id), t);
  const list = adminPath(payload, `/collections/${slugs.tickets}`);
  const address = `${list}/${doc.id}` as const;
  if (rows.length === 0)
    leaveMissingPage({ address: `${address}/history`, searchParams, page, perPage, total });
  const now = new Date();
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[
          { label: t('collections:tickets:plural'), url: list },
          { label: doc.subject, url: address },
          { label: t('tickets:history:word') },
        ]}
      />
      <section aria-labelledby="portal-ticket-history">
        <h2 id="portal-ticket-history">{t('tickets:history:title')}</h2>
        {total === 0 && (
          <EmptyState title={t('tickets:history:noneTitle')}>{t('tickets:history:none')}</EmptyState>
        )}
        <ol className="portal-history">
          {rows.map(({ id, userId = null, changes, createdAt }) => (
            <HistoryEntry
              key={id}
              actor={userId === null ? theSystem(t) : namePerson(people.get(userId), t)}
              changes={describeChanges(changes, { nameOf, t })}
              at={new Date(createdAt)}
              now={now}
              t={t}
            />
          ))}
          {page * perPage >= total && (
            <HistoryEntry
              actor={namePerson(creator === null ? null : people.get(creator), t)}
              changes={[{ field: 'subject', sentence: t('tickets:history:created'), texts: null }]}
              at={new Date(doc.createdAt)}
              now={now}
              t={t}
            />
          )}
        </ol>
      </section>
      <PageLinks address={`${address}/history`} page={page} perPage={perPage} total={total} />
    </Gutter>
  );
};

/** A job, or a script of the app. */
const theSystem = (t: TranslateText): NamedPerson => ({ name: t('tickets:history:system'), isClient: false });

const idsIn = ({ userId = null, changes }: HistoryRow): (string | null)[] =>
  [
    { from: userId, to: null },
    changes.assignee_id,
    changes.requester_id,
    changes.seen_as,
    changes.followers,
  ].flatMap((change) => (change ? [change.from, change.to].flat() : []));

interface HistoryEntryProps {
  readonly actor: NamedPerson;
  readonly changes: readonly DescribedChange[];
  readonly at: Date;
  readonly now: Date;
  readonly t: TranslateText;
}

/** The changes of one save. */
const HistoryEntry = ({ actor: { name, isClient }, changes, at, now, t }: HistoryEntryProps) => (
  <li>
    <header>
      <strong>{name}</strong>
      {isClient && <StatusPill tone="neutral">{t('tickets:person:client')}</StatusPill>}
      <span className="portal-muted">
        <RelativeTime moment={at} now={now} />
      </span>
    </header>
    <ul>
      {changes.map((change) => (
        <li key={change.field}>
          <Words {...change} t={t} />
        </li>
      ))}
    </ul>
  </li>
);

const Words = ({ sentence, texts, t }: DescribedChange & { readonly t: TranslateText }) =>
  texts ? (
    <details>
      <summary>{sentence}</summary>
      <dl>
        <dt>{t('tickets:history:before')}</dt>
        <dd>{texts.from}</dd>
        <dt>{t('tickets:history:after')}</dt>
        <dd>{texts.to}</dd>
      </dl>
    </details>
  ) : (
    sentence
  );

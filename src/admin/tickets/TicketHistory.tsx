import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import type { PortalContext } from '../../context.ts';
import { idTextOrNull, relationId } from '../../shared/ids.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/Messages.tsx';
import { PageLinks } from '../shared/PageLinks.tsx';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { type DescribedChange, describeChanges } from './describeChange.ts';
import { type NamedPerson, namePerson, nameWithinSentence } from './person.ts';
import { findPeople, type HistoryRow, readHistory } from './readHistory.ts';
import '../shared/shared.css';
import './tickets.css';

type TicketHistoryProps = DocumentViewServerProps & { readonly portal: PortalContext };

const perPage = 25;

/** The history of a ticket: who changed what, and when. */
export const TicketHistory = async (props: TicketHistoryProps) => {
  const { doc, payload, portal, initPageResult, searchParams = {} } = props;
  const { user: reader } = initPageResult.req;
  const { slugs } = portal.options;
  const page = Math.max(1, Math.trunc(Number(searchParams.page)) || 1);
  const { rows, total } = await readHistory(payload, slugs.ticketChanges, {
    ticketId: doc.id,
    page,
    perPage,
    reader,
  });
  const creator = idTextOrNull(relationId(doc.createdBy));
  const people = await findPeople(payload, slugs.users, { ids: [creator, ...rows.flatMap(idsIn)], reader });
  const nameOf = (id: string) => nameWithinSentence(people.get(id));
  const list = adminPath(payload, `/collections/${slugs.tickets}`);
  const address = `${list}/${doc.id}` as const;
  const now = new Date();
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[{ label: 'Tickets', url: list }, { label: doc.subject, url: address }, { label: 'History' }]}
      />
      <section aria-labelledby="portal-ticket-history">
        <h2 id="portal-ticket-history">History of this ticket</h2>
        {total === 0 && (
          <EmptyState title="Nothing was changed yet">
            Every change of the ticket, here or over the API, is listed on this page.
          </EmptyState>
        )}
        <ol className="portal-history">
          {rows.map(({ id, userId = null, changes, createdAt }) => (
            <HistoryEntry
              key={id}
              actor={userId === null ? theSystem : namePerson(people.get(userId))}
              changes={describeChanges(changes, nameOf)}
              at={new Date(createdAt)}
              now={now}
            />
          ))}
          {page * perPage >= total && (
            <HistoryEntry
              actor={namePerson(creator === null ? null : people.get(creator))}
              changes={[{ field: 'subject', sentence: 'Created the ticket', texts: null }]}
              at={new Date(doc.createdAt)}
              now={now}
            />
          )}
        </ol>
      </section>
      <PageLinks address={`${address}/history`} page={page} perPage={perPage} total={total} />
    </Gutter>
  );
};

/** A job, or a script of the app. */
const theSystem = { name: 'The system', isClient: false };

const idsIn = ({ userId = null, changes }: HistoryRow): (string | null)[] =>
  [{ from: userId, to: null }, changes.assignee_id, changes.requester_id].flatMap((change) =>
    change ? [change.from, change.to] : [],
  );

interface HistoryEntryProps {
  readonly actor: NamedPerson;
  readonly changes: readonly DescribedChange[];
  readonly at: Date;
  readonly now: Date;
}

/** The changes of one save. */
const HistoryEntry = ({ actor: { name, isClient }, changes, at, now }: HistoryEntryProps) => (
  <li>
    <header>
      <strong>{name}</strong>
      {isClient && <StatusPill tone="neutral">Client</StatusPill>}
      <span className="portal-muted">
        <RelativeTime moment={at} now={now} />
      </span>
    </header>
    <ul>
      {changes.map((change) => (
        <li key={change.field}>
          <Words {...change} />
        </li>
      ))}
    </ul>
  </li>
);

const Words = ({ sentence, texts }: DescribedChange) =>
  texts ? (
    <details>
      <summary>{sentence}</summary>
      <dl>
        <dt>Before</dt>
        <dd>{texts.from}</dd>
        <dt>After</dt>
        <dd>{texts.to}</dd>
      </dl>
    </details>
  ) : (
    sentence
  );

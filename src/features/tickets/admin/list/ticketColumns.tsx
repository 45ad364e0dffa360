import { Link } from '@payloadcms/ui';
import type { TranslateText } from '../../../../core/texts/text.ts';
import type { Column } from '../../../../core/ui/parts/list/Table.tsx';
import { ExactTime, RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/parts/words/words.tsx';
import type { ListedMessage } from '../../replies/readMessages.ts';
import type { Priority, Side, Status } from '../../vocabulary.ts';
import { toneOf } from '../ticketWords.ts';
import type { AddedValue } from './added/values.ts';
import type { AddedParameter } from './views/listParameters.ts';
import type { Sort, SortedColumn } from './views/ticketViews.ts';
import '../tickets.css';

/** A ticket as the list shows it. */
export interface ListedTicket {
  readonly id: string;
  readonly subject: string;
  readonly status: Status;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly requester: string;
  readonly organization: string;
  readonly organizationId: string | null;
  /** It is null if it is no one's. */
  readonly assignee: string | null;
  readonly assigneeId: string | null;
  readonly waitingFor: Side | null;
  /** The ticket that it was merged into. */
  readonly mergedInto: string | null;
  /** It is null if there is neither a reply nor a description. */
  readonly message: ListedMessage | null;
  /** Replies of others since the reader last opened it. */
  readonly unread: number;
  readonly updatedAt: Date;
  readonly createdAt: Date;
  /** The values of the fields that the app has added, by their names. */
  readonly added: Readonly<Record<string, AddedValue>>;
}

/** The column of a field that the app has added. */
export interface AddedColumn {
  readonly name: string;
  readonly label: string;
  readonly isSorted: boolean;
}

/** The values that the cells share. */
export interface CellContext {
  readonly now: Date;
  readonly address: string;
  readonly t: TranslateText;
  readonly sort: Sort;
  readonly search: string | undefined;
  sortBy(order: Sort): void;
}

/** The order by a column, newest first, then oldest first. */
const sortOf = (column: 'updated_at' | 'created_at', { sort, sortBy }: CellContext) =>
  ({
    direction: sort === `-${column}` ? 'descending' : sort === column ? 'ascending' : null,
    onSort: () => sortBy(sort === `-${column}` ? column : `-${column}`),
  }) as const;

/** The order by a name: from A to Z, then from Z to A. */
const sortByName = (column: SortedColumn | AddedParameter, { sort, sortBy }: CellContext) =>
  ({
    direction: sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : null,
    onSort: () => sortBy(sort === column ? `-${column}` : column),
  }) as const;

/** The columns of the list's own. */
export const columnsOf = (context: CellContext): Column<ListedTicket>[] => [
  ...identityColumns(context),
  ...stateColumns(context),
  ...timeColumns(context),
];

/** The number, the subject and the requester. */
const identityColumns = (context: CellContext): Column<ListedTicket>[] => {
  const { address, t, search } = context;
  return [
    {
      heading: t('tickets:list:table:number'),
      width: 'line',
      className: () => 'portal-tickets__number',
      cell: ({ id }) => `#${id}`,
    },
    {
      heading: t('collections:tickets:subject'),
      width: 'main',
      className: () => 'portal-tickets__subject',
      sort: sortByName('subject', context),
      cell: ({ id, subject, unread, tags, message }) => (
        <>
          <Link href={`${address}/${id}`}>
            <Marked text={subject} words={search} />
          </Link>
          {unread > 0 && (
            <span className="portal-tickets__unread">
              {t('tickets:list:table:unread', { count: unread })}
            </span>
          )}
          {tags.map((tag) => (
            <span key={tag} className="portal-tag">
              {tag}
            </span>
          ))}
          {message && (
            <span className="portal-tickets__message" title={message.text}>
              {message.internal && `${t('tickets:list:table:note')} `}
              <Marked text={message.text} words={search} />
            </span>
          )}
        </>
      ),
    },
    {
      heading: t('collections:tickets:requester'),
      width: 'cut',
      className: () => 'portal-tickets__requester',
      sort: sortByName('requester', context),
      title: ({ requester, organization }) => `${requester}, ${organization}`,
      cell: ({ requester, organization }) => (
        <>
          <span>
            <Marked text={requester} words={search} />
          </span>{' '}
          <span className="portal-muted">
            <Marked text={organization} words={search} />
          </span>
        </>
      ),
    },
  ];
};

/** The state of a ticket, and its assignee. */
const stateColumns = (context: CellContext): Column<ListedTicket>[] => {
  const { t, sort, sortBy } = context;
  return [
    {
      heading: t('collections:tickets:status'),
      width: 'line',
      className: () => 'portal-tickets__status',
      sort: sortByName('status', context),
      cell: ({ status, waitingFor, mergedInto }) => (
        <>
          <StatusPill tone={toneOf(status)}>{t(`tickets:status:${status}`)}</StatusPill>
          <Beside>{waitingFor && t(`tickets:list:table:waitsFor:${waitingFor}`)}</Beside>
          <Beside>{mergedInto && t('tickets:merge:inList', { target: mergedInto })}</Beside>
        </>
      ),
    },
    {
      heading: t('collections:tickets:priority'),
      width: 'line',
      className: ({ priority }) => `portal-tickets__priority--${priority}`,
      sort: {
        direction: sort === '-priority' ? 'descending' : null,
        onSort: () => sortBy(sort === '-priority' ? '-updated_at' : '-priority'),
      },
      cell: ({ priority }) => t(`tickets:priority:${priority}`),
    },
    {
      heading: t('collections:tickets:assignee'),
      width: 'cut',
      className: () => 'portal-tickets__assignee',
      sort: sortByName('assignee', context),
      cell: ({ assignee }) => assignee ?? <span className="portal-muted">{t('tickets:person:noOne')}</span>,
    },
  ];
};

/** The last activity, and the age. */
const timeColumns = (context: CellContext): Column<ListedTicket>[] => {
  const { now, t } = context;
  return [
    {
      heading: t('tickets:list:table:lastActivity'),
      className: () => 'portal-tickets__activity',
      sort: sortOf('updated_at', context),
      cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} now={now} />,
    },
    {
      heading: t('tickets:list:table:age'),
      className: () => 'portal-tickets__age',
      sort: sortOf('created_at', context),
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} now={now} />,
    },
  ];
};

export const addedColumn = (
  { name, label, isSorted }: AddedColumn,
  context: CellContext,
): Column<ListedTicket> => ({
  id: `field.${name}`,
  heading: label,
  ...(isSorted && { sort: sortByName(`field.${name}`, context) }),
  width: 'cut',
  className: () => 'portal-tickets__added',
  title: ({ added: { [name]: value } }) => (typeof value === 'string' ? value : undefined),
  cell: ({ added: { [name]: value } }) => (value instanceof Date ? <ExactTime moment={value} /> : value),
});

/** More text of a cell, if there is any. */
const Beside = ({ children }: { readonly children: string | null }) =>
  children && <span className="portal-tickets__beside">{children}</span>;

interface MarkedProps {
  readonly text: string;
  /** The words that a search looks for, as a whole. */
  readonly words: string | undefined;
}

/** A text in which what a search has found is marked. */
const Marked = ({ text, words }: MarkedProps) => {
  if (words === undefined || words === '') return text;
  const pattern = new RegExp(`(${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu');
  return (
    text
      .split(pattern)
      // Every second part is one that was found.
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else, and no state
      .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
  );
};

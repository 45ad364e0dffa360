import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import type { DescribedChange } from './describeChange.ts';
import type { NamedPerson } from './person.ts';

interface HistoryEntryProps {
  readonly actor: NamedPerson;
  readonly changes: readonly DescribedChange[];
  readonly at: Date;
  readonly now: Date;
}

/** What somebody changed of a ticket in one go. */
export const HistoryEntry = ({ actor: { name, isClient }, changes, at, now }: HistoryEntryProps) => (
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

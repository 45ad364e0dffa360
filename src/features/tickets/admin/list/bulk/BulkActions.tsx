'use client';

import { Button } from '@payloadcms/ui';
import { useId, useState } from 'react';
import { Form } from '../../../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../../../core/ui/parts/words/ReasonSentence.tsx';
import { useOpener } from '../../../../../core/ui/react/useOpener.ts';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { priorities, statuses } from '../../../vocabulary.ts';
import type { Assignee, Choice } from '../../assignees.ts';
import type { ListedTicket } from '../ticketColumns.tsx';
import { TagOptions } from '../views/TagOptions.tsx';
import { MergeChosen } from './MergeChosen.tsx';
import type { useChangeMany } from './useChangeMany.ts';
import type { ManyChange } from './usePendingChange.tsx';

interface BulkActionsProps {
  /** The chosen ones. */
  readonly tickets: readonly ListedTicket[];
  readonly assignees: readonly Assignee[];
  readonly many: ReturnType<typeof useChangeMany>;
  /** Called with the change that is due in ten seconds. */
  onAsk(change: ManyChange): void;
}

/** The choice in one of the menus. */
interface Wanted {
  readonly field: 'assignee' | 'status' | 'priority';
  readonly value: string;
}

/**
 * Menus for a change of the chosen tickets, and the button that starts it. Its label names the change and the number of
 * tickets.
 */
export const BulkActions = ({ tickets, assignees, many, onAsk }: BulkActionsProps) => {
  const t = usePortalTexts();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const me = String(useOpener() ?? '');
  const ids = tickets.map(({ id }) => id);
  const count = ids.length;

  const menus: Readonly<Record<Wanted['field'], readonly Choice[]>> = {
    assignee: [
      { id: me, name: t('tickets:person:me') },
      { id: noOne, name: t('tickets:person:noOne') },
      ...assignees.filter((person) => person.id !== me && isForAll(person, tickets)),
    ],
    status: statuses.map((id) => ({ id, name: t(`tickets:status:${id}`) })),
    priority: priorities.map((id) => ({ id, name: t(`tickets:priority:${id}`) })),
  };
  const nameOf = ({ field, value }: Wanted) => menus[field].find(({ id }) => id === value)?.name;
  // The person may have been chosen before a ticket that is not for them.
  const value = wanted && nameOf(wanted);
  const action = wanted && value ? t(actionOf(wanted), { count, value }) : null;

  const menu = (field: Wanted['field'], label: string) => (
    <select
      aria-label={label}
      value={wanted?.field === field ? wanted.value : ''}
      onChange={({ target }) => setWanted(target.value === '' ? null : { field, value: target.value })}
    >
      <option value="">{label}</option>
      {menus[field].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );

  const ask = () => {
    if (!wanted || !action) return;
    const { field } = wanted;
    // Someone else may change them meanwhile: that change is reported, not overwritten.
    const listed = new Map(tickets.map((ticket) => [ticket.id, ticket[seenIn[field]]]));
    const apply = () =>
      many.changeMany(ids, (id) =>
        many.patch(id, { [field]: storedValue(wanted) }, { [field]: listed.get(id) }),
      );
    onAsk({ action, apply });
  };

  return (
    <section
      className="portal-tickets__bulk"
      aria-label={t('tickets:list:bulk:title')}
      aria-busy={many.isBusy}
    >
      <strong aria-live="polite">{t('tickets:list:bulk:chosen', { count })}</strong>
      {menu('assignee', t('tickets:list:bulk:assign'))}
      {menu('status', t('tickets:list:bulk:status'))}
      {menu('priority', t('tickets:list:bulk:priority'))}
      {action && (
        <Button size="small" margin={false} disabled={many.isBusy} onClick={ask}>
          {action}
        </Button>
      )}
      <AddTag ids={ids} many={many} />
      <MergeChosen tickets={tickets} onDone={many.follow} />
      {many.problem && <ReasonSentence reason={many.problem} />}
    </section>
  );
};

interface AddTagProps {
  readonly ids: readonly ListedTicket['id'][];
  readonly many: BulkActionsProps['many'];
}

/** Adds a tag to the chosen tickets. */
const AddTag = ({ ids, many }: AddTagProps) => {
  const t = usePortalTexts();
  const [tag, setTag] = useState('');
  const list = useId();
  const add = () => {
    const added = tag.trim();
    if (added === '' || many.isBusy) return;
    setTag('');
    // Tags are merged: from no tag to this one adds it to those that the ticket has by then.
    void many.changeMany(ids, (id) => many.patch(id, { tags: [added] }, { tags: [] }));
  };
  return (
    <Form onSubmit={add}>
      <input
        type="text"
        aria-label={t('tickets:list:bulk:addTag')}
        placeholder={t('tickets:list:bulk:addTag')}
        value={tag}
        maxLength={50}
        autoComplete="off"
        list={list}
        onChange={(event) => setTag(event.target.value)}
      />
      <TagOptions id={list} typed={tag} />
      {tag.trim() !== '' && (
        <Button type="submit" size="small" margin={false} buttonStyle="secondary" disabled={many.isBusy}>
          {t('tickets:list:bulk:add', { count: ids.length })}
        </Button>
      )}
    </Form>
  );
};

/** The value of a field as the list was read. */
const seenIn = { assignee: 'assigneeId', status: 'status', priority: 'priority' } as const;

const noOne = 'none';

const actionOf = ({ field, value }: Wanted) => {
  if (field === 'status') return 'tickets:list:bulk:setStatus';
  if (field === 'priority') return 'tickets:list:bulk:setPriority';
  return value === noOne ? 'tickets:list:bulk:setNoAssignee' : 'tickets:list:bulk:setAssignee';
};

const isForAll = ({ organizations }: Assignee, tickets: readonly ListedTicket[]): boolean =>
  organizations === null ||
  tickets.every(({ organizationId }) => organizationId !== null && organizations.includes(organizationId));

/** The value in the CMS's form: a number if ids are numbers. */
const storedValue = ({ field, value }: Wanted): string | number | null => {
  if (field !== 'assignee') return value;
  if (value === noOne) return null;
  return /^\d+$/.test(value) ? Number(value) : value;
};

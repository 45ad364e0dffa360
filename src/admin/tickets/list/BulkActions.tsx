'use client';

import { Button, toast, useConfig } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useState } from 'react';
import { priorities, statuses } from '../../../tickets/vocabulary.ts';
import { callCms } from '../../shared/cmsApi.ts';
import { ErrorSentence } from '../../shared/Messages.tsx';
import type { Choice } from '../assignees.ts';
import { wordsFor } from '../ticketWords.ts';
import type { ListedTicket } from './TicketTable.tsx';

interface BulkActionsProps {
  /** The chosen ones. */
  readonly tickets: readonly ListedTicket[];
  readonly ticketsSlug: string;
  readonly assignees: readonly Choice[];
  readonly me: string;
  /** Called with the tickets that were changed. */
  onDone(changed: readonly string[]): void;
}

/** Changes the chosen tickets, one after the other. What is refused stays chosen, and is named. */
export const BulkActions = ({ tickets, ticketsSlug, assignees, me, onDone }: BulkActionsProps) => {
  const { config } = useConfig();
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [tag, setTag] = useState('');

  const change = async (bodyFor: (ticket: ListedTicket) => object) => {
    if (isBusy) return;
    setIsBusy(true);
    const changed: string[] = [];
    const refused: string[] = [];
    for (const ticket of tickets) {
      const path = `/${ticketsSlug}/${ticket.id}?depth=0` as const;
      const answer = await callCms(config.routes.api, { method: 'PATCH', path, body: bodyFor(ticket) });
      if (answer.ok) changed.push(ticket.id);
      else refused.push(`#${ticket.id}: ${answer.message}`);
    }
    setIsBusy(false);
    setProblems(refused);
    if (changed.length > 0)
      toast.success(
        changed.length === 1 ? `#${changed[0]} was changed.` : `${changed.length} tickets were changed.`,
      );
    onDone(changed);
    router.refresh();
  };

  const addTag = (event: FormEvent) => {
    event.preventDefault();
    const added = tag.trim();
    if (added === '') return;
    setTag('');
    void change(({ tags }) => ({ tags: [...tags, added] }));
  };

  const choice = (label: string, options: readonly Choice[], bodyOf: (value: string) => object) => (
    <select
      aria-label={label}
      value=""
      disabled={isBusy}
      onChange={(event) => {
        // The field is empty again before the second ticket is changed.
        const body = bodyOf(event.target.value);
        void change(() => body);
      }}
    >
      <option value="">{label}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
  const words = (values: readonly string[]) => values.map((value) => ({ id: value, name: wordsFor(value) }));
  const others = assignees.filter(({ id }) => id !== me);
  return (
    <section className="portal-tickets__bulk" aria-label="Change the chosen tickets" aria-busy={isBusy}>
      <strong aria-live="polite">
        {tickets.length === 1 ? '1 ticket chosen' : `${tickets.length} tickets chosen`}
      </strong>
      {choice('Assign to …', [{ id: me, name: 'Me' }, { id: 'none', name: 'No one' }, ...others], (id) => ({
        assignee: id === 'none' ? null : idOf(id),
      }))}
      {choice('Status …', words(statuses), (status) => ({ status }))}
      {choice('Priority …', words(priorities), (priority) => ({ priority }))}
      <form onSubmit={addTag}>
        <input
          type="text"
          aria-label="Add a tag"
          placeholder="Add a tag"
          value={tag}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => setTag(event.target.value)}
        />
        <Button type="submit" size="small" margin={false} buttonStyle="secondary" disabled={isBusy}>
          Add
        </Button>
      </form>
      {problems.length > 0 && <ErrorSentence>{problems.join(' ')}</ErrorSentence>}
    </section>
  );
};

/** As the CMS wants it: a number where ids are numbers. */
const idOf = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

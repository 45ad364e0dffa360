'use client';

import { Button, toast, useConfig } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useState } from 'react';
import { type CmsAnswer, callCms } from '../../../../core/ui/cmsApi.ts';
import { ErrorSentence } from '../../../../core/ui/Messages.tsx';
import { inWords } from '../../../../core/ui/reason.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { openedWithKey } from '../../mergeChange.ts';
import { priorities, statuses } from '../../vocabulary.ts';
import type { Assignee, Choice } from '../assignees.ts';
import { MergeChosen } from './MergeChosen.tsx';
import type { ListedTicket } from './TicketTable.tsx';

interface BulkActionsProps {
  /** The chosen ones. */
  readonly tickets: readonly ListedTicket[];
  readonly ticketsSlug: string;
  readonly assignees: readonly Assignee[];
  readonly me: string;
  /** Called with the tickets that were changed. */
  onDone(changed: readonly string[]): void;
}

/** Changes the chosen tickets, one after the other. What is refused stays chosen, and is named. */
export const BulkActions = ({ tickets, ticketsSlug, assignees, me, onDone }: BulkActionsProps) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [tag, setTag] = useState('');

  const patch = (id: string, body: object) =>
    callCms(config.routes.api, { method: 'PATCH', path: `/${ticketsSlug}/${id}?depth=0`, body });

  const change = async (act: (id: string) => Promise<CmsAnswer<unknown>>) => {
    if (isBusy) return;
    setIsBusy(true);
    const changed: string[] = [];
    const refused: string[] = [];
    for (const ticket of tickets) {
      const answer = await act(ticket.id);
      if (answer.ok) changed.push(ticket.id);
      else refused.push(`#${ticket.id}: ${inWords(answer.message, t)}`);
    }
    setIsBusy(false);
    if (changed.length > 0)
      toast.success(t('tickets:list:bulk:changed', { count: changed.length, id: String(changed[0]) }));
    follow(changed, refused);
  };

  const follow = (changed: readonly string[], refused: readonly string[]) => {
    setProblems(refused);
    onDone(changed);
    router.refresh();
  };

  const addTag = (event: FormEvent) => {
    event.preventDefault();
    const added = tag.trim();
    if (added === '') return;
    setTag('');
    void change(async (id) => {
      // Someone else may have changed them since the list was read, or does so in this moment.
      const path = `/${ticketsSlug}/${id}?depth=0&select[tags]=true` as const;
      const now = await callCms<{ tags?: readonly string[] | null }>(config.routes.api, {
        method: 'GET',
        path,
      });
      if (!now.ok) return now;
      const { tags = null } = now.output;
      return patch(id, { tags: [...(tags ?? []), added], [openedWithKey]: { tags } });
    });
  };

  const choice = (label: string, options: readonly Choice[], bodyOf: (value: string) => object) => (
    <select
      aria-label={label}
      value=""
      disabled={isBusy}
      onChange={(event) => {
        // The field is empty again before the second ticket is changed.
        const body = bodyOf(event.target.value);
        void change((id) => patch(id, body));
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
  const inStatus = statuses.map((id) => ({ id, name: t(`tickets:status:${id}`) }));
  const inPriority = priorities.map((id) => ({ id, name: t(`tickets:priority:${id}`) }));
  const people = [
    { id: me, name: t('tickets:person:me') },
    { id: 'none', name: t('tickets:person:noOne') },
    ...assignees.filter((person) => person.id !== me && isForAll(person, tickets)),
  ];
  return (
    <section className="portal-tickets__bulk" aria-label={t('tickets:list:bulk:title')} aria-busy={isBusy}>
      <strong aria-live="polite">{t('tickets:list:bulk:chosen', { count: tickets.length })}</strong>
      {choice(t('tickets:list:bulk:assign'), people, (id) => ({ assignee: id === 'none' ? null : idOf(id) }))}
      {choice(t('tickets:list:bulk:status'), inStatus, (status) => ({ status }))}
      {choice(t('tickets:list:bulk:priority'), inPriority, (priority) => ({ priority }))}
      <form onSubmit={addTag}>
        <input
          type="text"
          aria-label={t('tickets:list:bulk:addTag')}
          placeholder={t('tickets:list:bulk:addTag')}
          value={tag}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => setTag(event.target.value)}
        />
        <Button type="submit" size="small" margin={false} buttonStyle="secondary" disabled={isBusy}>
          {t('tickets:list:bulk:add')}
        </Button>
      </form>
      <MergeChosen tickets={tickets} me={me} onDone={follow} />
      {problems.length > 0 && <ErrorSentence>{problems.join(' ')}</ErrorSentence>}
    </section>
  );
};

const isForAll = ({ organizations }: Assignee, tickets: readonly ListedTicket[]): boolean =>
  organizations === null ||
  tickets.every(({ organizationId }) => organizationId !== null && organizations.includes(organizationId));

/** As the CMS wants it: a number where ids are numbers. */
const idOf = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

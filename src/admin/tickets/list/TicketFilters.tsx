'use client';

import { Button, useListQuery } from '@payloadcms/ui';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { priorities, statuses } from '../../../tickets/vocabulary.ts';
import type { Choice } from '../assignees.ts';
import { wordsFor } from '../ticketWords.ts';
import type { Given } from './listParameters.ts';

interface TicketFiltersProps {
  readonly given: Given;
  /** All parameters of the list. */
  readonly names: readonly string[];
  readonly sort: string;
  readonly sorts: Readonly<Record<string, string>>;
  readonly assignees: readonly Choice[];
  readonly organizations: readonly Choice[];
}

/** The search over tickets, and what the list is restricted to. A choice holds at once. */
export const TicketFilters = ({
  given,
  names,
  sort,
  sorts,
  assignees,
  organizations,
}: TicketFiltersProps) => {
  const { refineListData } = useListQuery();
  const form = useRef<HTMLFormElement>(null);
  const none = Object.fromEntries(names.map((name) => [name, undefined]));

  const apply = (parameters: Readonly<Record<string, string | undefined>>) =>
    void refineListData({ ...none, ...parameters, page: 1 } as never);

  const read = (): Record<string, string> => {
    if (!form.current) return {};
    const values = Object.entries(Object.fromEntries(new FormData(form.current)));
    return Object.fromEntries(values.map(([name, value]) => [name, String(value).trim()])) as never;
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const values = Object.fromEntries(Object.entries(read()).filter(([, value]) => value !== ''));
    // A new search looks everywhere.
    const isNewSearch = values.search !== undefined && values.search !== given.search;
    const view = isNewSearch ? undefined : given.view;
    apply({ ...(given.requester && { requester: given.requester }), ...values, view });
  };

  const choice = (name: keyof Given, label: string, options: readonly Choice[], any = 'Any') => (
    <Labelled label={label}>
      <select name={name} defaultValue={given[name] ?? ''} onChange={() => submit()}>
        <option value="">{any}</option>
        {options.map(({ id, name: words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
  const words = (values: readonly string[]) => values.map((value) => ({ id: value, name: wordsFor(value) }));
  const isFiltered = Object.keys(given).some((name) => name !== 'view' && name !== 'order');
  return (
    <search>
      <form ref={form} className="portal-filters portal-tickets__filters" onSubmit={submit}>
        <Labelled label="Search">
          <input
            type="search"
            name="search"
            defaultValue={given.search ?? ''}
            placeholder="Number, words, requester"
            autoComplete="off"
            data-portal-search
          />
        </Labelled>
        {choice('status', 'Status', words(statuses))}
        {choice('priority', 'Priority', words(priorities))}
        {choice(
          'assignee',
          'Assignee',
          [{ id: 'me', name: 'Me' }, { id: 'none', name: 'No one' }, ...assignees],
          'Anyone',
        )}
        {organizations.length > 1 && choice('organization', 'Organization', organizations)}
        <Labelled label="Tag">
          <input type="text" name="tag" defaultValue={given.tag ?? ''} autoComplete="off" />
        </Labelled>
        <Labelled label="Order">
          <select name="order" defaultValue={sort} onChange={() => submit()}>
            {Object.entries(sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Labelled>
        <div className="portal-filters__buttons">
          <Button type="submit" size="medium" margin={false}>
            Search
          </Button>
          {isFiltered && (
            <Button
              size="medium"
              margin={false}
              buttonStyle="secondary"
              onClick={() => apply({ view: given.view })}
            >
              Clear
            </Button>
          )}
        </div>
        {given.requester && (
          <p className="portal-muted">
            Only tickets of one requester.{' '}
            <button
              type="button"
              className="portal-link-button"
              onClick={() => apply({ ...given, requester: undefined })}
            >
              Show those of all
            </button>
          </p>
        )}
      </form>
    </search>
  );
};

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label>
    <span>{label}</span>
    {children}
  </label>
);

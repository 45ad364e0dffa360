'use client';

import { Button, useListQuery } from '@payloadcms/ui';
import type { FormEvent } from 'react';

interface InboundFiltersProps {
  /** What the address holds, and the tab that is open. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly names: readonly string[];
}

/** The search over messages, within the open tab. */
export const InboundFilters = ({ given, names }: InboundFiltersProps) => {
  const { refineListData } = useListQuery();
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  const apply = (parameters: object) =>
    void refineListData({ ...none, outcome: given.outcome, ...parameters, page: 1 } as never);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.entries(Object.fromEntries(new FormData(event.currentTarget)));
    apply(Object.fromEntries(values.filter(([, value]) => String(value).trim() !== '')));
  };

  return (
    <search>
      <form className="portal-filters" onSubmit={submit}>
        <label>
          <span>Sender</span>
          <input
            type="text"
            name="from"
            defaultValue={given.from ?? ''}
            placeholder="Part of an address"
            autoComplete="off"
          />
        </label>
        <label>
          <span>Subject</span>
          <input
            type="text"
            name="search"
            defaultValue={given.search ?? ''}
            placeholder="Part of a subject"
            autoComplete="off"
          />
        </label>
        <div className="portal-filters__buttons">
          <Button type="submit" size="medium" margin={false}>
            Search
          </Button>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={() => apply({})}>
            Clear
          </Button>
        </div>
      </form>
    </search>
  );
};

'use client';

import { Button, useListQuery } from '@payloadcms/ui';
import { type FormEvent, Fragment, useId, useState } from 'react';
import { Labelled } from '../../../../../core/ui/parts/form/Labelled.tsx';
import { useFilterForm } from '../../../../../core/ui/react/useFilterForm.ts';
import { useOrganizations } from '../../../../../core/ui/react/useOrganizations.ts';
import { usePortalTexts } from '../../../../../core/ui/react/usePortalTexts.ts';
import { priorities, statuses } from '../../../vocabulary.ts';
import type { Choice } from '../../assignees.ts';
import type { AddedFilter, Given } from './listParameters.ts';
import { TagOptions } from './TagOptions.tsx';
import '../../../../../core/ui/parts/list/list.css';

interface TicketFiltersProps {
  readonly given: Given;
  /** All parameters of the list. */
  readonly names: readonly string[];
  /** The filters by fields that the app has added. */
  readonly added: readonly AddedFilter[];
  readonly sort: string;
  readonly sorts: Readonly<Record<string, string>>;
  readonly assignees: readonly Choice[];
  /** It is false for readers of one organization, who have no choice. */
  readonly hasOrganizations: boolean;
}

/** The search over tickets, and the filters of the list. A choice takes effect at once. */
export const TicketFilters = ({ hasOrganizations, ...rest }: TicketFiltersProps) =>
  hasOrganizations ? <WithOrganizations {...rest} /> : <FilterForm {...rest} organizations={null} />;

type FormProps = Omit<TicketFiltersProps, 'hasOrganizations'>;

const WithOrganizations = (rest: FormProps) => {
  const organizations = useOrganizations();
  // Until they are loaded, an active filter stays as it is.
  const chosen = rest.given.organization === undefined ? [] : [{ id: rest.given.organization, name: '…' }];
  const choices = organizations?.map(({ id, name }) => ({ id: String(id), name })) ?? chosen;
  return <FilterForm {...rest} organizations={choices} />;
};

const FilterForm = ({
  given,
  names,
  added,
  sort,
  sorts,
  assignees,
  organizations,
}: FormProps & { readonly organizations: readonly Choice[] | null }) => {
  const t = usePortalTexts();
  const { refineListData } = useListQuery();
  const { form, read, discard } = useFilterForm({ ...given, order: sort });
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  const [isOpen, setIsOpen] = useState(false);
  const more = useId();
  const [tag, setTag] = useState('');
  const tagList = useId();

  const apply = (parameters: Readonly<Record<string, string | undefined>>) => {
    setIsOpen(false);
    void refineListData({ ...none, ...parameters, page: 1 } as never);
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const values = Object.fromEntries(Object.entries(read()).filter(([, value]) => value !== ''));
    // A new search looks everywhere.
    const isNewSearch = values.search !== undefined && values.search !== given.search;
    const view = isNewSearch ? undefined : given.view;
    apply({ ...(given.requester && { requester: given.requester }), ...values, view });
  };

  const choice = (
    name: keyof Given,
    label: string,
    options: readonly Choice[],
    any = t('tickets:list:filter:any'),
  ) => (
    <Labelled label={label}>
      {/* A select keeps its value only if it has that option when it is made. */}
      <select key={options.length} name={name} defaultValue={given[name] ?? ''} onChange={() => submit()}>
        <option value="">{any}</option>
        {options.map(({ id, name: words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
  const inStatus = statuses.map((id) => ({ id, name: t(`tickets:status:${id}`) }));
  const inPriority = priorities.map((id) => ({ id, name: t(`tickets:priority:${id}`) }));
  const isFiltered = Object.keys(given).some((name) => name !== 'view' && name !== 'order');
  const active = Object.keys(given).filter((name) => !['view', 'order', 'search'].includes(name)).length;
  return (
    <search>
      <form
        ref={form}
        className={`portal-filters portal-tickets__filters${isOpen ? ' portal-tickets__filters--open' : ''}`}
        onSubmit={submit}
      >
        <Labelled label={t('tickets:list:filter:search')}>
          <input
            type="search"
            name="search"
            defaultValue={given.search ?? ''}
            placeholder={t('tickets:list:filter:placeholder')}
            autoComplete="off"
            data-portal-search
          />
        </Labelled>
        {/* On a phone alone: see the style sheet. */}
        <button
          type="button"
          className="portal-tickets__more"
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => setIsOpen((before) => !before)}
        >
          {t('tickets:list:filter:filters')} {active > 0 && <strong>{active}</strong>}
        </button>
        <div id={more} className="portal-tickets__choices">
          {choice('status', t('collections:tickets:status'), inStatus)}
          {choice('priority', t('collections:tickets:priority'), inPriority)}
          {choice(
            'assignee',
            t('collections:tickets:assignee'),
            [
              { id: 'me', name: t('tickets:person:me') },
              { id: 'none', name: t('tickets:person:noOne') },
              ...assignees,
            ],
            t('tickets:list:filter:anyone'),
          )}
          {organizations && choice('organization', t('collections:tickets:organization'), organizations)}
          <Labelled label={t('tickets:list:filter:tag')}>
            <input
              type="text"
              name="tag"
              defaultValue={given.tag ?? ''}
              autoComplete="off"
              list={tagList}
              onChange={(event) => setTag(event.target.value)}
            />
          </Labelled>
          <TagOptions id={tagList} typed={tag} />
          {added.map(({ parameter, label, input, choices }) => (
            <Fragment key={parameter}>
              {choices ? (
                choice(parameter, label, choices)
              ) : (
                <Labelled label={label}>
                  <input
                    type={input}
                    step="any"
                    name={parameter}
                    defaultValue={given[parameter] ?? ''}
                    autoComplete="off"
                  />
                </Labelled>
              )}
            </Fragment>
          ))}
          <Labelled label={t('tickets:list:filter:order')}>
            <select name="order" defaultValue={sort} onChange={() => submit()}>
              {Object.entries(sorts).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Labelled>
        </div>
        <div className="portal-filters__buttons">
          <Button type="submit" size="medium" margin={false}>
            {t('tickets:list:filter:search')}
          </Button>
          {isFiltered && (
            <Button
              size="medium"
              margin={false}
              buttonStyle="secondary"
              onClick={() => {
                discard();
                apply({ view: given.view });
              }}
            >
              {t('tickets:list:filter:clear')}
            </Button>
          )}
        </div>
        {given.requester && (
          <p className="portal-muted">
            {t('tickets:list:filter:ofOneRequester')}{' '}
            <button
              type="button"
              className="portal-link-button"
              onClick={() => apply({ ...given, requester: undefined })}
            >
              {t('tickets:list:filter:ofAll')}
            </button>
          </p>
        )}
      </form>
    </search>
  );
};

'use client';

import { Button, useListQuery } from '@payloadcms/ui';
import { useId, useState } from 'react';
import { Form, Labelled } from '../../../../../core/ui/parts/form/FormParts.tsx';
import { useFilterForm } from '../../../../../core/ui/react/useFilterForm.ts';
import { useOrganizations } from '../../../../../core/ui/react/useOrganizations.ts';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import type { Choice } from '../../assignees.ts';
import { AddedField, OwnFilters } from './FilterFields.tsx';
import type { AddedFilter, Given } from './listParameters.ts';
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
  const { form, isOpen, setIsOpen, apply, submit, discard } = useTicketFilter({ given, names, sort });
  const more = useId();
  const parts = { given, onChoose: submit };
  return (
    <search>
      <Form
        ref={form}
        className={`portal-filters portal-tickets__filters${isOpen ? ' portal-tickets__filters--open' : ''}`}
        onSubmit={() => submit()}
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
        <MoreButton
          given={given}
          isOpen={isOpen}
          controls={more}
          onClick={() => setIsOpen((before) => !before)}
        />
        <div id={more} className="portal-tickets__choices">
          <OwnFilters {...parts} assignees={assignees} organizations={organizations} />
          {added.map((filter) => (
            <AddedField key={filter.parameter} filter={filter} {...parts} />
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
        <Buttons given={given} onClear={discard} />
        {given.requester && <OneRequester onAll={() => apply({ ...given, requester: undefined })} />}
      </Form>
    </search>
  );
};

/** Reads the form, and shows the list that it asks for. */
const useTicketFilter = ({ given, names, sort }: Pick<FormProps, 'given' | 'names' | 'sort'>) => {
  const { refineListData } = useListQuery();
  const { form, read, discard } = useFilterForm({ ...given, order: sort });
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  const [isOpen, setIsOpen] = useState(false);

  const apply = (parameters: Readonly<Record<string, string | undefined>>) => {
    setIsOpen(false);
    void refineListData({ ...none, ...parameters, page: 1 } as never);
  };
  const submit = () => {
    const values = Object.fromEntries(Object.entries(read()).filter(([, value]) => value !== ''));
    // A new search looks everywhere.
    const isNewSearch = values.search !== undefined && values.search !== given.search;
    const view = isNewSearch ? undefined : given.view;
    apply({ ...(given.requester && { requester: given.requester }), ...values, view });
  };
  return {
    ...{ form, isOpen, setIsOpen, apply, submit },
    discard: () => {
      discard();
      apply({ view: given.view });
    },
  };
};

interface MoreButtonProps {
  readonly given: Given;
  readonly isOpen: boolean;
  readonly controls: string;
  onClick(): void;
}

/** Opens the filters on a phone, and only there: see the style sheet. It says how many are active. */
const MoreButton = ({ given, isOpen, controls, onClick }: MoreButtonProps) => {
  const t = usePortalTexts();
  const active = Object.keys(given).filter((name) => !['view', 'order', 'search'].includes(name)).length;
  return (
    <button
      type="button"
      className="portal-tickets__more"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    >
      {t('tickets:list:filter:filters')} {active > 0 && <strong>{active}</strong>}
    </button>
  );
};

const Buttons = ({ given, onClear }: { readonly given: Given; onClear(): void }) => {
  const t = usePortalTexts();
  const isFiltered = Object.keys(given).some((name) => name !== 'view' && name !== 'order');
  return (
    <div className="portal-filters__buttons">
      <Button type="submit" size="medium" margin={false}>
        {t('tickets:list:filter:search')}
      </Button>
      {isFiltered && (
        <Button size="medium" margin={false} buttonStyle="secondary" onClick={() => onClear()}>
          {t('tickets:list:filter:clear')}
        </Button>
      )}
    </div>
  );
};

/** Says that the list shows the tickets of one requester, and offers all. */
const OneRequester = ({ onAll }: { onAll(): void }) => {
  const t = usePortalTexts();
  return (
    <p className="portal-muted">
      {t('tickets:list:filter:ofOneRequester')}{' '}
      <button type="button" className="portal-link-button" onClick={onAll}>
        {t('tickets:list:filter:ofAll')}
      </button>
    </p>
  );
};

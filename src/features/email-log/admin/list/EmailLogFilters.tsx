'use client';

import { Button, useListQuery } from '@payloadcms/ui';
import { Form, Labelled } from '../../../../core/ui/parts/form/FormParts.tsx';
import type { Tone } from '../../../../core/ui/parts/words/words.tsx';
import { useFilterForm } from '../../../../core/ui/react/useFilterForm.ts';
import { useNumbers, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { deliveryStates } from '../../deliveries/vocabulary.ts';
import '../../../../core/ui/parts/list/list.css';
import '../emailLog.css';

/** Parameters of a list in its address; undefined takes one away. */
type ListParameters = Readonly<Record<string, string | undefined>>;

/**
 * Changes the filter of a list, and goes to its first page. The CMS keeps the parameters of a list's address in a state of
 * its own, which a plain link would not change: so all of them are given each time.
 */
const useListFilter = (names: readonly string[]): ((parameters: ListParameters) => void) => {
  const { refineListData } = useListQuery();
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  return (parameters) => void refineListData({ ...none, ...parameters, page: 1 });
};

interface Facet {
  readonly label: string;
  /** Null means it is not known. */
  readonly count: number | null;
  /** A larger count is only said to be larger. Without it each count is exact. */
  readonly most?: number;
  readonly tone: Tone;
  readonly isCurrent: boolean;
  /** Parameters of the list's address if it is chosen. */
  readonly parameters: ListParameters;
}

interface FacetBarProps {
  readonly label: string;
  readonly facets: readonly Facet[];
  /** All parameters of the list. */
  readonly names: readonly string[];
}

/** Quick filters, each with its number of rows. */
export const FacetBar = ({ label, facets, names }: FacetBarProps) => {
  const apply = useListFilter(names);
  const numbers = useNumbers();
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons that filter, and no fields of a form
    <div className="portal-facets" role="group" aria-label={label}>
      {facets.map((facet) => (
        <button
          key={facet.label}
          type="button"
          aria-pressed={facet.isCurrent}
          className={`portal-facets__facet portal-facets__facet--${facet.count !== null && facet.count > 0 ? facet.tone : 'neutral'}`}
          onClick={() => apply(facet.parameters)}
        >
          {facet.label}
          {facet.count !== null && (
            <>
              {' '}
              <span className="portal-facets__count">{countOf(facet.count, facet.most, numbers)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
};

const countOf = (count: number, most = Number.POSITIVE_INFINITY, numbers: Intl.NumberFormat): string =>
  count > most ? `${numbers.format(most)}+` : numbers.format(count);

interface EmailLogFiltersProps {
  /** Parameters in the address. */
  readonly given: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** The words of the portal's own types of mail. */
  readonly types: Readonly<Record<string, string>>;
}

/** The filters of the REST endpoint as a form. */
export const EmailLogFilters = ({ given, names, types }: EmailLogFiltersProps) => {
  const apply = useListFilter(names);
  const { form, read, discard } = useFilterForm(given);
  const t = usePortalTexts();

  const submit = () => {
    const filled = Object.entries(read()).filter(([, value]) => value !== '');
    apply({ ...(given.period && { period: given.period }), ...Object.fromEntries(filled) });
  };
  const clear = () => {
    discard();
    apply({});
  };

  const field = { given };
  return (
    <search>
      <Form ref={form} className="portal-filters" onSubmit={submit}>
        <TextField
          {...field}
          name="to"
          label={t('emailLog:filter:to')}
          placeholder={t('emailLog:filter:partOfAddress')}
        />
        <TextField
          {...field}
          name="search"
          label={t('emailLog:filter:search')}
          placeholder={t('emailLog:filter:partOfSubject')}
        />
        <DayField {...field} name="since" label={t('emailLog:filter:since')} />
        <DayField {...field} name="until" label={t('emailLog:filter:until')} />
        <div className="portal-filters__buttons">
          <Button type="submit" size="medium" margin={false}>
            {t('emailLog:filter:submit')}
          </Button>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={clear}>
            {t('emailLog:filter:clear')}
          </Button>
        </div>
        <details open={names.some((name) => !shownFirst.includes(name) && given[name] !== undefined)}>
          <summary>{t('emailLog:filter:more')}</summary>
          <div className="portal-filters">
            <OutcomeFields given={given} />
            <OriginFields given={given} types={types} />
          </div>
        </details>
      </Form>
    </search>
  );
};

interface FieldProps {
  readonly given: Readonly<Record<string, string>>;
  readonly name: string;
  readonly label: string;
}

interface TextFieldProps extends FieldProps {
  readonly placeholder?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
}

const TextField = ({ given, name, label, placeholder = '', list }: TextFieldProps) => (
  <Labelled label={label}>
    <input
      type="text"
      name={name}
      defaultValue={given[name] ?? ''}
      placeholder={placeholder}
      list={list}
      autoComplete="off"
    />
  </Labelled>
);

const DayField = ({ given, name, label }: FieldProps) => (
  <Labelled label={label}>
    <input type="date" name={name} defaultValue={given[name] ?? ''} />
  </Labelled>
);

const ChoiceField = ({
  given,
  name,
  label,
  options,
}: FieldProps & { readonly options: Readonly<Record<string, string>> }) => {
  const t = usePortalTexts();
  return (
    <Labelled label={label}>
      <select name={name} defaultValue={given[name] ?? ''}>
        <option value="">{t('emailLog:filter:any')}</option>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
};

/** The filters by what became of a mail. */
const OutcomeFields = ({ given }: Pick<FieldProps, 'given'>) => {
  const t = usePortalTexts();
  return (
    <>
      <ChoiceField
        given={given}
        name="status"
        label={t('emailLog:filter:status')}
        options={{ sent: t('emailLog:status:sent'), failed: t('emailLog:status:failed') }}
      />
      <ChoiceField
        given={given}
        name="fallback"
        label={t('emailLog:filter:fallback')}
        options={{ true: t('emailLog:filter:yes'), false: t('emailLog:filter:no') }}
      />
      <ChoiceField
        given={given}
        name="delivery"
        label={t('emailLog:filter:delivery')}
        options={{
          ...Object.fromEntries(
            deliveryStates.map((state) => [state, t(`emailLog:delivery:${state}`)]).reverse(),
          ),
          unknown: t('emailLog:filter:unknown'),
        }}
      />
    </>
  );
};

/** The filters by where a mail went, and by what it was about. */
const OriginFields = ({ given, types }: Pick<EmailLogFiltersProps, 'given' | 'types'>) => {
  const t = usePortalTexts();
  const text = (name: string, label: string, example?: string, list?: string) => (
    <TextField
      {...{ given, name, label }}
      {...(example && { placeholder: t('emailLog:filter:such', { example }) })}
      {...(list && { list })}
    />
  );
  return (
    <>
      {text('address', t('emailLog:filter:address'), 'ann@example.com')}
      {text('transport', t('emailLog:filter:transport'), 'smtp')}
      {/* An app declares types of its own: any can be entered. */}
      {text('type', t('emailLog:filter:type'), 'ticket_update', 'portal-mail-types')}
      <datalist id="portal-mail-types">
        {Object.entries(types).map(([type, words]) => (
          <option key={type} value={type}>
            {words}
          </option>
        ))}
      </datalist>
      {text('related_type', t('emailLog:filter:relatedType'), 'ticket')}
      {text('related_id', t('emailLog:filter:relatedId'))}
    </>
  );
};

/** Shown without opening “More filters”; quick filters set those that have no field there. */
const shownFirst: readonly string[] = [
  'to',
  'search',
  'since',
  'until',
  'status',
  'fallback',
  'delivery',
  'period',
];

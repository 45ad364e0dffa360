import { useId, useState } from 'react';
import { Labelled } from '../../../../../core/ui/parts/form/FormParts.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { priorities, statuses } from '../../../vocabulary.ts';
import type { Choice } from '../../assignees.ts';
import type { AddedFilter, Given } from './listParameters.ts';
import { TagOptions } from './TagOptions.tsx';

interface PartProps {
  readonly given: Given;
  /** Called once something is chosen. */
  onChoose(): void;
}

interface FilterChoiceProps extends PartProps {
  readonly name: keyof Given;
  readonly label: string;
  readonly options: readonly Choice[];
  /** The word for no filter. */
  readonly any?: string;
}

const FilterChoice = ({ given, onChoose, name, label, options, any }: FilterChoiceProps) => {
  const t = usePortalTexts();
  return (
    <Labelled label={label}>
      {/* A select keeps its value only if it has that option when it is made. */}
      <select key={options.length} name={name} defaultValue={given[name] ?? ''} onChange={() => onChoose()}>
        <option value="">{any ?? t('tickets:list:filter:any')}</option>
        {options.map(({ id, name: words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
};

interface OwnFiltersProps extends PartProps {
  readonly assignees: readonly Choice[];
  readonly organizations: readonly Choice[] | null;
}

/** The filters by the portal's own fields. */
export const OwnFilters = ({ assignees, organizations, ...part }: OwnFiltersProps) => {
  const t = usePortalTexts();
  return (
    <>
      <FilterChoice
        {...part}
        name="status"
        label={t('collections:tickets:status')}
        options={statuses.map((id) => ({ id, name: t(`tickets:status:${id}`) }))}
      />
      <FilterChoice
        {...part}
        name="priority"
        label={t('collections:tickets:priority')}
        options={priorities.map((id) => ({ id, name: t(`tickets:priority:${id}`) }))}
      />
      <FilterChoice
        {...part}
        name="assignee"
        label={t('collections:tickets:assignee')}
        options={[
          { id: 'me', name: t('tickets:person:me') },
          { id: 'none', name: t('tickets:person:noOne') },
          ...assignees,
        ]}
        any={t('tickets:list:filter:anyone')}
      />
      {organizations && (
        <FilterChoice
          {...part}
          name="organization"
          label={t('collections:tickets:organization')}
          options={organizations}
        />
      )}
      <TagFilter given={part.given} />
    </>
  );
};

const TagFilter = ({ given }: Pick<PartProps, 'given'>) => {
  const t = usePortalTexts();
  const [tag, setTag] = useState('');
  const list = useId();
  return (
    <>
      <Labelled label={t('tickets:list:filter:tag')}>
        <input
          type="text"
          name="tag"
          defaultValue={given.tag ?? ''}
          autoComplete="off"
          list={list}
          onChange={(event) => setTag(event.target.value)}
        />
      </Labelled>
      <TagOptions id={list} typed={tag} />
    </>
  );
};

/** A filter by a field of the app. */
export const AddedField = ({ filter, ...part }: PartProps & { readonly filter: AddedFilter }) => {
  const { parameter, label, input, choices } = filter;
  if (choices) return <FilterChoice {...part} name={parameter} label={label} options={choices} />;
  return (
    <Labelled label={label}>
      <input
        type={input}
        step="any"
        name={parameter}
        defaultValue={part.given[parameter] ?? ''}
        autoComplete="off"
      />
    </Labelled>
  );
};

import { RelationshipInput } from '@payloadcms/ui';
import type { ReactNode } from 'react';

/** An id as the CMS writes it. */
export type Id = number | string;

interface RelationChoiceProps {
  readonly path: string;
  readonly label: string;
  readonly description: string;
  readonly placeholder?: string;
  readonly isRequired: boolean;
  /** The slug of the collection to choose from. */
  readonly relationTo: string;
  /** The ids to choose from; left out: all. */
  readonly only?: readonly string[];
  readonly value: Id | null;
  onChange(id: Id | null): void;
  readonly problem: ReactNode;
}

/** One record of a collection, found by typing. */
export const RelationChoice = (choice: RelationChoiceProps) => {
  const { path, label, description, placeholder, isRequired, relationTo, only, value, onChange, problem } =
    choice;
  return (
    // The select of the CMS is named by no label of its own.
    // biome-ignore lint/a11y/useSemanticElements: a legend would repeat the label that is shown
    <div role="group" aria-label={label}>
      <RelationshipInput
        path={path}
        label={label}
        required={isRequired}
        description={description}
        {...(placeholder && { placeholder })}
        relationTo={[relationTo]}
        hasMany={false}
        allowCreate={false}
        allowEdit={false}
        {...(only && { filterOptions: { [relationTo]: { id: { in: [...only] } } } })}
        value={value === null ? null : { relationTo, value }}
        onChange={(record) => onChange(record?.value ?? null)}
        showError={Boolean(problem)}
        Error={problem}
      />
    </div>
  );
};

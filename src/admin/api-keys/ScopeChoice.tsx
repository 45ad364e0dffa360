import { CheckboxInput } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { Scope } from '../../access/scopes.ts';
import { scopeGroups } from './scopeWords.ts';

interface ScopeChoiceProps {
  /** What the roles of owner and maker allow; the rest is not offered. */
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  onChange(scopes: readonly Scope[]): void;
  readonly problem: ReactNode;
}

/** What a key may do, as checkboxes: one row for each thing of the portal. */
export const ScopeChoice = ({ offered, chosen, onChange, problem }: ScopeChoiceProps) => {
  const toggle = (scope: Scope) =>
    onChange(offered.filter((one) => (one === scope ? !chosen.includes(one) : chosen.includes(one))));
  const groups = scopeGroups
    .map(({ label, rights }) => ({ label, rights: rights.filter(({ scope }) => offered.includes(scope)) }))
    .filter(({ rights }) => rights.length > 0);
  return (
    <fieldset className="portal-keys__fieldset">
      <legend className="field-label">
        What it may do <span className="required">*</span>
      </legend>
      {problem}
      {groups.map(({ label, rights }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset is read out as two headings
        <div key={label} role="group" aria-label={label} className="portal-keys__scopes">
          <span aria-hidden="true">{label}</span>
          {rights.map((right) => (
            <CheckboxInput
              key={right.scope}
              id={`portal-key-${right.scope.replace(':', '-')}`}
              label={right.label}
              checked={chosen.includes(right.scope)}
              onToggle={() => toggle(right.scope)}
            />
          ))}
        </div>
      ))}
      <p className="field-description">
        Only what the roles of the owner and of yourself both allow is offered. Writing does not include
        reading.
      </p>
    </fieldset>
  );
};

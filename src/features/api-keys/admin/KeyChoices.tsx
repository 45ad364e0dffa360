import { CheckboxInput, DatePicker, RelationshipInput, useTranslation } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { Scope } from '../../../core/access/scopes.ts';
import { localeOf } from '../../../core/ui/locale.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { isWarningDue, warningDays } from '../expiry.ts';
import { type ExpiryPreset, expiryOf, expiryPresets, groupScopes } from './keyWords.ts';

interface ExpiryChoiceProps {
  readonly preset: ExpiryPreset;
  readonly date: Date | null;
  onChange(choice: { preset: ExpiryPreset; date: Date | null }): void;
  readonly problem: ReactNode;
}

/** The choice of a key's lifetime. */
export const ExpiryChoice = ({ preset, date, onChange, problem }: ExpiryChoiceProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const now = new Date();
  const end = expiryOf(preset, date, now);
  return (
    <fieldset className="portal-keys__fieldset">
      <legend className="field-label">
        {t('apiKeys:expiry:heading')} <span className="required">*</span>
      </legend>
      {problem}
      <div className="portal-keys__presets">
        {expiryPresets.map(({ value, text }) => (
          <label key={value}>
            <input
              type="radio"
              name="portal-key-expiry"
              value={value}
              checked={preset === value}
              onChange={() => onChange({ preset: value, date })}
            />
            {t(text)}
          </label>
        ))}
      </div>
      {preset === 'date' && (
        <DatePicker
          displayFormat="d MMM yyyy"
          minDate={now}
          overrides={{ ariaLabelledBy: 'portal-key-last-day' }}
          placeholder={t('apiKeys:expiry:dayHint')}
          value={date ?? undefined}
          onChange={(day) => onChange({ preset, date: day ?? null })}
        />
      )}
      <p className="field-description" aria-live="polite" id="portal-key-last-day">
        {end ? t('apiKeys:expiry:lastDay', { day: longDay(end, localeOf(i18n)) }) : t('apiKeys:expiry:noDay')}
        {end && isLong(end, now) && ` ${t('apiKeys:expiry:warning', { count: warningDays })}`}
      </p>
    </fieldset>
  );
};

const isLong = (end: Date, now: Date): boolean =>
  isWarningDue({ createdAt: now, expiresAt: end, revokedAt: null }, new Date(end.getTime() - 1));

const longDay = (moment: Date, locale: string): string =>
  moment.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

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

interface ScopeChoiceProps {
  /** The scopes that the roles of owner and creator both allow; others are not offered. */
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  onChange(scopes: readonly Scope[]): void;
  readonly problem: ReactNode;
}

/** The choice of a key's scopes: checkboxes, in one row per kind of record. */
export const ScopeChoice = ({ offered, chosen, onChange, problem }: ScopeChoiceProps) => {
  const t = usePortalTexts();
  const toggle = (scope: Scope) =>
    onChange(offered.filter((one) => (one === scope ? !chosen.includes(one) : chosen.includes(one))));
  const groups = groupScopes(offered).map(({ text, rights }) => ({ label: t(text), rights }));
  return (
    <fieldset className="portal-keys__fieldset">
      <legend className="field-label">
        {t('apiKeys:scopes:heading')} <span className="required">*</span>
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
              label={t(right.text)}
              checked={chosen.includes(right.scope)}
              onToggle={() => toggle(right.scope)}
            />
          ))}
        </div>
      ))}
      <p className="field-description">{t('apiKeys:scopes:hint')}</p>
    </fieldset>
  );
};

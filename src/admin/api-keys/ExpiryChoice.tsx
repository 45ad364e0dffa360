import { DatePicker } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import { isWarningDue, warningDays } from '../../api-keys/expiry.ts';
import { type ExpiryPreset, expiryOf, expiryPresets } from './expiryPresets.ts';

interface ExpiryChoiceProps {
  readonly preset: ExpiryPreset;
  readonly date: Date | null;
  onChange(choice: { preset: ExpiryPreset; date: Date | null }): void;
  readonly problem: ReactNode;
}

/** How long a key lasts. */
export const ExpiryChoice = ({ preset, date, onChange, problem }: ExpiryChoiceProps) => {
  const now = new Date();
  const end = expiryOf(preset, date, now);
  return (
    <fieldset className="portal-keys__fieldset">
      <legend className="field-label">
        Works for <span className="required">*</span>
      </legend>
      {problem}
      <div className="portal-keys__presets">
        {expiryPresets.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="portal-key-expiry"
              value={value}
              checked={preset === value}
              onChange={() => onChange({ preset: value, date })}
            />
            {label}
          </label>
        ))}
      </div>
      {preset === 'date' && (
        <DatePicker
          displayFormat="d MMM yyyy"
          minDate={now}
          overrides={{ ariaLabelledBy: 'portal-key-last-day' }}
          placeholder="Last day"
          value={date ?? undefined}
          onChange={(day) => onChange({ preset, date: day ?? null })}
        />
      )}
      <p className="field-description" aria-live="polite" id="portal-key-last-day">
        {end ? `Its last day is ${longDay(end)}.` : 'Choose its last day.'}
        {end && isLong(end, now) && ` Its owner gets a mail ${warningDays} days before.`}
      </p>
    </fieldset>
  );
};

const isLong = (end: Date, now: Date): boolean =>
  isWarningDue({ createdAt: now, expiresAt: end, revokedAt: null }, new Date(end.getTime() - 1));

const longDay = (moment: Date): string =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

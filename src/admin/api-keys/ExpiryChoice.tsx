import { DatePicker } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import { type ExpiryPreset, expiryOf, expiryPresets } from './expiryPresets.ts';

interface ExpiryChoiceProps {
  readonly preset: ExpiryPreset;
  readonly date: Date | null;
  onChange(choice: { preset: ExpiryPreset; date: Date | null }): void;
  readonly problem: ReactNode;
}

/** How long a key lasts. */
export const ExpiryChoice = ({ preset, date, onChange, problem }: ExpiryChoiceProps) => {
  const end = expiryOf(preset, date, new Date());
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
          minDate={new Date()}
          overrides={{ ariaLabelledBy: 'portal-key-last-day' }}
          placeholder="Last day"
          value={date ?? undefined}
          onChange={(day) => onChange({ preset, date: day ?? null })}
        />
      )}
      <p className="field-description" aria-live="polite" id="portal-key-last-day">
        {end ? `Its last day is ${longDay(end)}. ` : 'Choose its last day. '}
        Its owner gets a mail fourteen days before.
      </p>
    </fieldset>
  );
};

const longDay = (moment: Date): string =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

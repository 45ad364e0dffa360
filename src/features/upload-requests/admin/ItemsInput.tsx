'use client';

import { Button } from '@payloadcms/ui';
import { useId, useRef } from 'react';
import { FieldProblem } from '../../../core/ui/parts/words/words.tsx';
import { isOfInputMethod } from '../../../core/ui/react/keys.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import '../../../core/ui/parts/form/form.css';

/** An item of the checklist, as the form has it. */
export interface WantedItem {
  readonly key: number;
  readonly label: string;
  readonly required: boolean;
}

interface ItemsInputProps {
  readonly items: readonly WantedItem[];
  readonly problem: string | undefined;
  onChange(items: readonly WantedItem[]): void;
}

/** The most items of a request. */
const most = 50;

/** The checklist of a request: one line for each thing that is asked for. Enter begins the next one. */
export const ItemsInput = ({ items, problem, onChange }: ItemsInputProps) => {
  const t = usePortalTexts();
  const id = useId();
  const nextKey = useRef(items.length);
  const change = (key: number, by: Partial<WantedItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...by } : item)));
  const add = () => {
    onChange([...items, { key: nextKey.current, label: '', required: true }]);
    nextKey.current += 1;
  };
  return (
    <fieldset className="portal-items">
      <legend>{t('uploadRequests:admin:items:legend')}</legend>
      {items.map(({ key, label, required }, place) => (
        <div key={key} className="portal-form__wide portal-items__line">
          <input
            type="text"
            aria-label={t('uploadRequests:admin:items:label', { number: place + 1 })}
            maxLength={255}
            value={label}
            placeholder={t('uploadRequests:admin:items:placeholder')}
            // biome-ignore lint/a11y/noAutofocus: the line was begun to be written
            autoFocus={place === items.length - 1 && place > 0}
            onChange={(event) => change(key, { label: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isOfInputMethod(event)) return;
              event.preventDefault();
              if (label.trim() !== '' && items.length < most) add();
            }}
          />
          <label>
            <input
              type="checkbox"
              checked={required}
              onChange={(event) => change(key, { required: event.target.checked })}
            />
            {t('uploadRequests:admin:items:required')}
          </label>
          <button
            type="button"
            className="portal-link-button"
            aria-label={t('uploadRequests:admin:items:removeNumber', { number: place + 1 })}
            onClick={() => onChange(items.filter((item) => item.key !== key))}
          >
            {t('uploadRequests:admin:items:remove')}
          </button>
        </div>
      ))}
      <FieldProblem id={`${id}-problem`} problem={problem} />
      {items.length < most && (
        <div className="portal-form__wide">
          <Button buttonStyle="secondary" size="small" margin={false} onClick={add}>
            {t('uploadRequests:admin:items:add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

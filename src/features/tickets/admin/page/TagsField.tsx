import { FieldLabel, useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { type KeyboardEvent, useId, useState } from 'react';
import { FieldProblem } from '../../../../core/ui/Messages.tsx';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { useMergedInto } from './useMergedInto.ts';

/** The tags of a ticket: each can be taken away, and Enter or a comma adds another. */
export const TagsField = ({ field, path, readOnly: isReadOnly }: JSONFieldClientProps) => {
  const t = usePortalTexts();
  const isMerged = useMergedInto() !== null;
  const readOnly = isReadOnly || isMerged;
  const { value, setValue, errorMessage } = useField<readonly string[] | null>({
    potentiallyStalePath: path,
  });
  const [typed, setTyped] = useState('');
  const input = useId();
  const problem = useId();
  const tags = Array.isArray(value) ? (value as readonly string[]) : [];

  const add = () => {
    const tag = typed.trim();
    setTyped('');
    const isKnown = tags.some((known) => known.toLowerCase() === tag.toLowerCase());
    if (tag !== '' && !isKnown) setValue([...tags, tag]);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      // Enter would save the form.
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) setValue(tags.slice(0, -1));
  };

  return (
    <div className="field-type portal-tags">
      <FieldLabel htmlFor={input} label={field.label ?? t('collections:tickets:tags')} path={path} />
      {tags.length > 0 && (
        <ul>
          {tags.map((tag) => (
            <li key={tag} className="portal-tag">
              {tag}
              {!readOnly && (
                <button
                  type="button"
                  aria-label={t('tickets:page:tags:remove', { tag })}
                  onClick={() => setValue(tags.filter((other) => other !== tag))}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <input
          id={input}
          type="text"
          value={typed}
          maxLength={100}
          placeholder={t('tickets:page:tags:add')}
          autoComplete="off"
          aria-describedby={problem}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          onBlur={add}
        />
      )}
      <FieldProblem id={problem} problem={errorMessage} />
    </div>
  );
};

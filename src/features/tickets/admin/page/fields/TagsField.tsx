import { FieldLabel, useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { FieldProblem } from '../../../../../core/ui/parts/words/words.tsx';
import { isOfInputMethod } from '../../../../../core/ui/react/keys.ts';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { useTagSuggestions } from '../../list/views/TagOptions.tsx';
import { useMergedInto } from '../useOpenTicket.ts';
import '../../tickets.css';

/** The tags of a ticket: each can be taken away, and Enter or a comma adds another. */
export const TagsField = ({ field, path, readOnly: isReadOnly }: JSONFieldClientProps) => {
  const t = usePortalTexts();
  const isMerged = useMergedInto() !== null;
  const readOnly = isReadOnly || isMerged;
  const { value, setValue, errorMessage, disabled } = useField<readonly string[] | null>({
    potentiallyStalePath: path,
  });
  const input = useId();
  const problem = useId();
  const tags = Array.isArray(value) ? (value as readonly string[]) : [];
  const list = useRef<HTMLUListElement>(null);
  const remove = (tag: string) => {
    // The focus would go with the button.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = tags.indexOf(tag);
    (buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById(input))?.focus();
    setValue(tags.filter((other) => other !== tag));
  };

  return (
    <div className="field-type portal-tags">
      <FieldLabel htmlFor={input} label={field.label ?? t('collections:tickets:tags')} path={path} />
      {tags.length > 0 && (
        <ul ref={list}>
          {tags.map((tag) => (
            <li key={tag} className="portal-tag">
              {tag}
              {!readOnly && (
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={t('tickets:page:tags:remove', { tag })}
                  onClick={() => remove(tag)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <TagInput id={input} tags={tags} disabled={disabled} describedBy={problem} onChange={setValue} />
      )}
      <FieldProblem id={problem} problem={errorMessage} />
    </div>
  );
};

interface TagInputProps {
  readonly id: string;
  readonly tags: readonly string[];
  readonly disabled: boolean;
  readonly describedBy: string;
  onChange(tags: readonly string[]): void;
}

/** The input of another tag, with those of other tickets below it. */
const TagInput = ({ id, tags, disabled, describedBy, onChange }: TagInputProps) => {
  const t = usePortalTexts();
  const { typed, suggestions, pointed, type, add, press } = useTagInput(tags, onChange);
  const list = useId();
  return (
    <>
      <input
        id={id}
        type="text"
        value={typed}
        disabled={disabled}
        maxLength={100}
        placeholder={t('tickets:page:tags:add')}
        autoComplete="off"
        role="combobox"
        aria-expanded={suggestions.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={suggestions[pointed] === undefined ? undefined : `${list}-${pointed}`}
        aria-describedby={describedBy}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        // Adds the typed text, not a suggestion that the reader only looked at.
        onBlur={() => add(typed)}
      />
      <div
        id={list}
        role="listbox"
        aria-label={t('tickets:page:tags:suggestions')}
        className="portal-choice__list portal-tags__list"
      >
        {suggestions.map((tag, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys choose
          <div
            key={tag}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === pointed}
            // Otherwise the field loses the focus, and adds the typed text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(tag)}
          >
            {tag}
          </div>
        ))}
      </div>
    </>
  );
};

/** The typed text, and the keys that add it or move through the suggestions. */
const useTagInput = (tags: readonly string[], onChange: TagInputProps['onChange']) => {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(-1);
  const suggestions = useTagSuggestions(typed, tags);

  const type = (text: string) => {
    setTyped(text);
    setPointed(-1);
  };
  const add = (wanted: string = suggestions[pointed] ?? typed) => {
    const tag = wanted.trim();
    type('');
    const isKnown = tags.some((known) => known.toLowerCase() === tag.toLowerCase());
    if (tag !== '' && !isKnown) onChange([...tags, tag]);
  };
  /** Moves through the suggestions. */
  const point = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = suggestions.length;
    if (!step || count === 0) return;
    event.preventDefault();
    setPointed(pointed === -1 && step === -1 ? count - 1 : (pointed + step + count) % count);
  };
  const press = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    point(event);
    if (event.key === 'Escape') setPointed(-1);
    if (event.key === 'Enter' || event.key === ',') {
      // Enter would save the form.
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
  };
  return { typed, suggestions, pointed, type, add, press };
};

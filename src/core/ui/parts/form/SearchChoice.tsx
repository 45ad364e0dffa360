import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { isOfInputMethod } from '../../react/keys.ts';
import { ReasonSentence } from '../words/ReasonSentence.tsx';
import { type ReadFound, useFound } from './useFound.ts';
import './SearchChoice.css';

interface Identified {
  readonly id: number | string;
}

interface SearchChoiceProps<Item extends Identified> {
  /** Label of the search field. */
  readonly label: string;
  readonly listLabel: string;
  readonly placeholder: string;
  /** Message for a search without results. */
  readonly noMatch: string;
  /** Message if there is nothing to search. */
  readonly nothing: string;
  readonly read: ReadFound<Item>;
  /** An item in the list: two lines. */
  show(item: Item): ReactNode;
  onPick(item: Item): void;
}

/** A combobox: the focus stays in the search, arrows choose, Enter picks, from the results of what is typed by then. */
export const SearchChoice = <Item extends Identified>(props: SearchChoiceProps<Item>) => {
  const { label, listLabel, placeholder, noMatch, nothing, read, show, onPick } = props;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const { found, isSearching, problem } = useFound(read, search);
  const id = useId();
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  useEffect(() => {
    if (problem) setIsEntered(false);
    // Until then the list is the result of earlier letters.
    if (!isEntered || problem || isSearching) return;
    setIsEntered(false);
    const picked = found?.[chosen];
    if (picked) onPick(picked);
  }, [isEntered, found, isSearching, problem, chosen, onPick]);

  const press = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    const count = found?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) setChosen((chosen + step + count) % count);
    else if (event.key === 'Enter') setIsEntered(true);
    else return;
    event.preventDefault();
  };

  return (
    <div className="portal-choice">
      <input
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found?.[chosen] && `${id}-${chosen}`}
        placeholder={placeholder}
        value={search}
        // biome-ignore lint/a11y/noAutofocus: a dialog that was opened to search
        autoFocus
        onChange={(event) => {
          setSearch(event.target.value);
          setChosen(0);
          setIsEntered(false);
        }}
        onKeyDown={press}
      />
      {problem && <ReasonSentence reason={problem} />}
      <div id={`${id}-list`} role="listbox" aria-label={listLabel} className="portal-choice__list">
        {found?.map((item, index) => (
          <div
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onMouseEnter={() => setChosen(index)}
            onClick={() => onPick(item)}
            onKeyDown={press}
          >
            {show(item)}
          </div>
        ))}
      </div>
      <p className="portal-muted" role="status">
        {found?.length === 0 && (search ? noMatch : nothing)}
      </p>
    </div>
  );
};

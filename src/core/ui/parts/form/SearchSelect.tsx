import { ReactSelect } from '@payloadcms/ui';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { ReasonSentence } from '../words/ReasonSentence.tsx';
import { type ReadFound, useFound } from './useFound.ts';
import './SearchSelect.css';

interface Worded {
  readonly id: number | string;
  /** The words by which it is shown. */
  readonly words: string;
}

interface SearchSelectProps<Item extends Worded> {
  readonly inputId?: string | undefined;
  readonly placeholder?: string | undefined;
  /**
   * Message for a search without results.
   *
   * @default the CMS's own
   */
  readonly noMatch?: string | undefined;
  readonly isMulti?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly hasError?: boolean | undefined;
  /** The items chosen. */
  readonly value: readonly Item[];
  readonly read: ReadFound<Item>;
  onChoose(items: readonly Item[]): void;
}

/**
 * The CMS's select, for items that the server searches. Only the results of what is typed by then can be chosen, and
 * leaving the field chooses nothing.
 */
export const SearchSelect = <Item extends Worded>(props: SearchSelectProps<Item>) => {
  const { inputId, placeholder, noMatch, isMulti = false, isDisabled = false, hasError = false } = props;
  const { value, read, onChoose } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { found, isSearching, problem } = useFound(isOpen ? read : null, search);
  const present = isSearching || problem ? null : found;
  // The select goes back to the first option if it gets others, even if they are the same ones.
  const options = useMemo(() => (present ?? []).map(optionOf), [present]);
  const chosen = value.map(optionOf);

  /** Without an option, the select would leave Enter to the form, which is saved by it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isOpen && options.length === 0) event.preventDefault();
  };
  /** Props that the CMS hands on to its select, but has no types for. */
  const handedOn = { tabSelectsValue: false, onKeyDown };

  return (
    <>
      <ReactSelect
        {...handedOn}
        className="portal-search-select"
        {...(inputId && { inputId })}
        {...(placeholder && { placeholder })}
        {...(noMatch && { noOptionsMessage: () => noMatch })}
        disabled={isDisabled}
        showError={hasError}
        isMulti={isMulti}
        isLoading={isOpen && isSearching}
        options={options}
        // The server has searched.
        filterOption={() => true}
        value={isMulti ? chosen : (chosen[0] as (typeof chosen)[number])}
        onInputChange={(text) => setSearch(text.trim())}
        onMenuOpen={() => setIsOpen(true)}
        onMenuClose={() => setIsOpen(false)}
        onChange={(selected) =>
          onChoose([selected ?? []].flat().map((option) => (option as unknown as OptionOf<Item>).item))
        }
      />
      {problem && <ReasonSentence reason={problem} />}
    </>
  );
};

interface OptionOf<Item> {
  readonly item: Item;
}

/** The values of options are compared: an id of a form may be a text, and the server's a number. */
const optionOf = <Item extends Worded>(item: Item) => ({ value: String(item.id), label: item.words, item });

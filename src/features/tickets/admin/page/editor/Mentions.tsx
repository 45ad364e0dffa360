import {
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { useConfig, useFormFields } from '@payloadcms/ui';
import type { Where } from 'payload';
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { type FoundPerson, findPeopleBy, type PeopleSource, peopleWith } from '../../../../people/ui.ts';
import { isMeant, type Mention, mentionBefore, writtenName } from './mentions.ts';

/** The place of the list, in pixels within the editor: below the cursor, or above it near the end of the window. */
interface MentionPlace {
  readonly left: number;
  readonly top: number;
  readonly isAbove: boolean;
}

interface MentionOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly editor: RefObject<LexicalEditor | null>;
  /** True while an internal note is written. */
  readonly isOn: boolean;
  readonly source: PeopleSource;
  /** The author, who mentions others. */
  readonly person: number | string;
  /** The colleagues who were chosen before. */
  mentioned(): readonly Mention[];
  onMention(mention: Mention): void;
}

/** Number of people in the list; more letters find others. */
const mostShown = 6;

/** Delay after the last letter, in milliseconds. */
const pause = 150;

/** Completes the name of a colleague while it is typed after an `@`. The focus stays in the editor. */
export const useMentions = ({
  frame,
  editor,
  isOn,
  source,
  person,
  mentioned,
  onMention,
}: MentionOptions) => {
  const { config } = useConfig();
  const [typed, setTyped] = useState<string | null>(null);
  const [place, setPlace] = useState<MentionPlace>({ left: 0, top: 0, isAbove: false });
  const [chosen, setChosen] = useState(0);
  /** The typed name whose list was closed by Escape. */
  const [closed, setClosed] = useState<string | null>(null);
  const restrict = useFormFields(([fields]) =>
    JSON.stringify(fields.assignee?.filterOptions?.[source.usersSlug] ?? true),
  );
  const query = isOn && typed !== closed ? typed : null;
  const found = useColleagues(config.routes.api, source, { query, restrict, person });
  // Until the server responds, the previous matches that still fit.
  const people = query === null ? [] : found.filter(({ words }) => isMeant(words, query)).slice(0, mostShown);
  const id = useId();

  const look = () => {
    const name = editor.current && isOn ? editor.current.getEditorState().read(typedName) : null;
    setTyped(name);
    if (name === null) setClosed(null);
    else setPlace(placeIn(frame.current));
    if (name !== typed) setChosen(0);
  };

  const pick = (index: number) => {
    const colleague = people[index];
    if (!colleague || query === null) return;
    const name = writtenName(colleague, [...found, ...mentioned()]);
    onMention({ id: colleague.id, name });
    editor.current?.update(() => complete(query, name));
    setTyped(null);
  };

  /** @returns true for a key that was for the list */
  const press = ({ key }: KeyboardEvent): boolean => {
    if (people.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) setChosen((chosen + step + people.length) % people.length);
    else if (key === 'Enter' || key === 'Tab') pick(chosen);
    else if (key === 'Escape') setClosed(query);
    else return false;
    return true;
  };

  // The editor is a text field whose list is elsewhere: a screen reader hears the option from it.
  const isOpen = people.length > 0;
  useEffect(() => {
    const field = frame.current?.querySelector('[contenteditable="true"]');
    if (!field || !isOpen) return;
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', `${id}-list`);
    field.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant'])
        field.removeAttribute(`aria-${name}`);
    };
  }, [frame, id, isOpen, chosen]);

  return { look, press, list: { id, people, chosen, place, pick, choose: setChosen } };
};

type MentionListState = ReturnType<typeof useMentions>['list'];

interface Wanted {
  readonly query: string | null;
  /** A filter of the CMS, as JSON; `true` for all. */
  readonly restrict: string;
  readonly person: number | string;
}

/** The colleagues whom a typed name may mean. */
const useColleagues = (
  apiRoute: string,
  { usersSlug, organizationsSlug }: PeopleSource,
  { query, restrict, person }: Wanted,
): readonly FoundPerson[] => {
  const [found, setFound] = useState<readonly FoundPerson[]>([]);
  useEffect(() => {
    if (query === null) return setFound([]);
    let isLatest = true;
    const find = async () => {
      const limit = JSON.parse(restrict) as Where | boolean;
      if (limit === false) return;
      const source: PeopleSource = { usersSlug, organizationsSlug, fields: ['name', 'email'] };
      const where = { and: [peopleWith(query, source.fields), ...(limit === true ? [] : [limit])] };
      const result = await findPeopleBy(apiRoute, source, where);
      if (!isLatest) return;
      setFound(result.ok ? result.output.filter((one) => String(one.id) !== String(person)) : []);
    };
    const timer = setTimeout(() => void find(), pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [apiRoute, usersSlug, organizationsSlug, query, restrict, person]);
  return found;
};

/** The text before the cursor, within its node. */
const typedName = (): string | null => {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node)) return null;
  return mentionBefore(node.getTextContent().slice(0, selection.anchor.offset));
};

/** Puts the whole name in the place of its beginning, with the `@`. */
const complete = (begun: string, name: string): void => {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const node = selection.anchor.getNode();
  const { offset } = selection.anchor;
  const length = begun.length + 1;
  if ($isTextNode(node) && node.getTextContent().slice(offset - length, offset) === `@${begun}`)
    node.spliceText(offset - length, length, `@${name} `, true);
};

/** Height of the list, in pixels. */
const height = 260;

const placeIn = (frame: HTMLElement | null): MentionPlace => {
  const selection = getSelection();
  if (!frame || !selection || selection.rangeCount === 0) return { left: 0, top: 0, isAbove: false };
  const box = frame.getBoundingClientRect();
  const cursor = selection.getRangeAt(0).getBoundingClientRect();
  const isAbove = cursor.bottom + height > innerHeight;
  return {
    left: cursor.left - box.left,
    top: (isAbove ? cursor.top : cursor.bottom) - box.top,
    isAbove,
  };
};

/** The colleagues whom the name that is being typed may mean. Keys reach it through the editor. */
export const MentionList = ({ id, people, chosen, place, pick, choose }: MentionListState) => {
  const t = usePortalTexts();
  const { left, top, isAbove } = place;
  return (
    <>
      <span className="portal-hidden" role="status">
        {people.length > 0 && t('tickets:page:mentions:found', { count: people.length })}
      </span>
      {people.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('tickets:page:mentions:title')}
          className={`portal-mentions${isAbove ? ' portal-mentions--above' : ''}`}
          style={{ '--mention-left': left, top } as CSSProperties}
        >
          {people.map((person, index) => (
            // Keys reach it through the editor, which keeps the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onMouseEnter={() => choose(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
            >
              <strong>{person.name}</strong>
              {person.email !== person.name && <span className="portal-muted">{person.email}</span>}
            </div>
          ))}
        </div>
      )}
    </>
  );
};

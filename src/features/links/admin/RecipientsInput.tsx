'use client';

import { useConfig } from '@payloadcms/ui';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { FieldProblem } from '../../../core/ui/parts/words/words.tsx';
import { isOfInputMethod } from '../../../core/ui/react/keys.ts';
import { useAfterPress } from '../../../core/ui/react/useAfterPress.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { useTypedState } from '../../../core/ui/react/useTypedState.ts';
import { type FoundPerson, findPeopleBy, type PeopleSource, peopleWith } from '../../people/ui.ts';
import { joinRecipients, readRecipients, recipientName, type WantedRecipient } from './linked.ts';
import '../../../core/ui/parts/form/form.css';
import './links.css';

interface RecipientsInputProps {
  readonly source: PeopleSource;
  readonly value: readonly WantedRecipient[];
  readonly problem: string | undefined;
  onChange(recipients: readonly WantedRecipient[]): void;
  /** Called with a person of the portal who becomes a recipient. */
  onPerson?(person: FoundPerson): void;
}

/** Delay after the last letter, in milliseconds. */
const pause = 200;

/** Addresses to send to. People of the portal are suggested; any other address can be typed or pasted. */
export const RecipientsInput = ({ source, value, problem, onChange, onPerson }: RecipientsInputProps) => {
  const t = usePortalTexts();
  const id = useId();
  const [text, setText] = useTypedState('');
  const people = usePeople(source, text);
  const [isRefused, setIsRefused] = useState(false);
  const afterPress = useAfterPress();
  const shown = isRefused ? t('links:admin:recipients:noAddress') : problem;

  const add = (added: readonly WantedRecipient[]) => {
    if (added.length > 0) onChange(joinRecipients(value, added));
    for (const person of people)
      if (added.some(({ email }) => email.toLowerCase() === person.email.toLowerCase())) onPerson?.(person);
  };
  /** The addresses in a text that has come to its end. Its other words stay, and mean no one. */
  const finish = (typed: string) => {
    const { recipients, rest } = readRecipients(typed);
    add(recipients);
    setText(rest);
    setIsRefused(rest !== '');
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Backspace' && text === '') {
      if (value.length > 0) onChange(value.slice(0, -1));
      return;
    }
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    finish(text);
  };
  // The latest one acts: the field and the form may have changed meanwhile.
  const leave = useRef(() => {});
  leave.current = () => {
    if (text !== '') finish(text);
  };
  // A window that loses the focus leaves it to the field: the address may not be at its end.
  const blur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (document.activeElement !== currentTarget) afterPress(() => leave.current());
  };
  // A field of one line would join the lines of a list.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[,;\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    finish(
      `${text.slice(0, selectionStart ?? text.length)}${pasted}${text.slice(selectionEnd ?? text.length)}`,
    );
  };
  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value;
    setIsRefused(false);
    const person = isChoice(nativeEvent) && people.find((one) => suggestionOf(one) === typed);
    if (person) {
      add([recipientOf(person)]);
      setText('');
    } else if (endsAddress(typed)) finish(typed);
    else setText(typed);
  };

  return (
    <div className="portal-form__line">
      <label htmlFor={id}>{t('links:admin:recipients:label')}</label>
      {value.length > 0 && <ChosenRecipients value={value} onChange={onChange} />}
      <input
        id={id}
        type="text"
        name={unfinishedRecipient}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        list={`${id}-people`}
        placeholder={t('links:admin:recipients:placeholder')}
        value={text}
        onChange={type}
        onKeyDown={press}
        onPaste={paste}
        onBlur={blur}
        {...(shown && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
      />
      <datalist id={`${id}-people`}>
        {people.map((person) => (
          <option key={person.id} value={suggestionOf(person)}>
            {person.words}
          </option>
        ))}
      </datalist>
      <FieldProblem id={`${id}-problem`} problem={shown} />
    </div>
  );
};

/** The recipients, each of which can be removed. */
const ChosenRecipients = ({ value, onChange }: Pick<RecipientsInputProps, 'value' | 'onChange'>) => {
  const t = usePortalTexts();
  return (
    <ul className="portal-recipients">
      {value.map((one) => (
        <li key={one.email}>
          <span title={one.email}>{recipientName({ email: one.email, name: one.name ?? null })}</span>
          <button
            type="button"
            aria-label={t('links:admin:recipients:remove', { email: one.email })}
            onClick={() => onChange(value.filter((other) => other !== one))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
};

const unfinishedRecipient = 'unfinished_recipient';

/** True if a name stands in the form that is no recipient yet; the input says so itself. */
export const hasUnfinishedRecipient = (form: FormData): boolean =>
  String(form.get(unfinishedRecipient) ?? '').trim() !== '';

/** True if the browser wrote an option of the list: typed letters come as other events. */
const isChoice = (event: Event): boolean =>
  !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';

/** True if a separator stands behind a whole address, with or without a name. */
const endsAddress = (typed: string): boolean =>
  /[\s,;]$/.test(typed) && readRecipients(typed.slice(0, -1).replace(/^.*[\s,;]/, '')).recipients.length > 0;

const recipientOf = ({ name, email }: FoundPerson): WantedRecipient =>
  name === email ? { email } : { email, name };

const suggestionOf = ({ name, email }: FoundPerson): string =>
  name === email ? email : `${name} <${email}>`;

/** The people who match the text. Until the server responds, the matches of the previous text. */
const usePeople = (source: PeopleSource, text: string): readonly FoundPerson[] => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const [suggested, setSuggested] = useState<readonly FoundPerson[]>([]);
  const { usersSlug, organizationsSlug } = source;
  const fields = source.fields.join();
  useEffect(() => {
    if (text.trim() === '') return setSuggested([]);
    let isLatest = true;
    const known: PeopleSource = {
      usersSlug,
      organizationsSlug,
      fields: fields.split(',') as unknown as PeopleSource['fields'],
    };
    const timer = setTimeout(async () => {
      const result = await findPeopleBy(apiRoute, known, peopleWith(text, known.fields));
      if (isLatest && result.ok) setSuggested(result.output.filter(({ email }) => email !== ''));
    }, pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [apiRoute, usersSlug, organizationsSlug, fields, text]);
  return suggested;
};

'use client';

import { useConfig } from '@payloadcms/ui';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { FieldProblem } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
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
  const [text, setText] = useState('');
  const { people, of } = usePeople(source, text);
  const [isName, setIsName] = useState(false);
  const shown = problem ?? (isName ? t('links:admin:recipients:noAddress') : undefined);

  const take = (typed: string) => {
    const added = readRecipients(typed);
    if (added.length > 0) onChange(joinRecipients(value, added));
    for (const person of people)
      if (added.some(({ email }) => email.toLowerCase() === person.email.toLowerCase())) onPerson?.(person);
    setText('');
  };
  /** A name adds the one person it matches; otherwise the text stays. */
  const finish = () => {
    if (text.trim() === '' || text.includes('@')) take(text);
    else if (of === text && people.length === 1) take(people.map(suggestionOf).join());
    else setIsName(true);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && text === '') return onChange(value.slice(0, -1));
    const ends = event.key === 'Enter' || event.key === ',' || event.key === ';';
    if (!ends || text.trim() === '') return;
    event.preventDefault();
    finish();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[,;\n]/.test(pasted.trim())) return;
    event.preventDefault();
    take(`${text}${pasted}`);
  };
  const type = (typed: string) => {
    setIsName(false);
    const suggested = people.some((person) => suggestionOf(person) === typed);
    if (suggested) take(typed);
    else setText(typed);
  };

  return (
    <div className="portal-form__line">
      <label htmlFor={id}>{t('links:admin:recipients:label')}</label>
      {value.length > 0 && (
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
      )}
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
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={finish}
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

const unfinishedRecipient = 'unfinished_recipient';

/** True if a name stands in the form that is no recipient yet; the input says so itself. */
export const hasUnfinishedRecipient = (form: FormData): boolean =>
  String(form.get(unfinishedRecipient) ?? '').trim() !== '';

const suggestionOf = ({ name, email }: FoundPerson): string =>
  name === email ? email : `${name} <${email}>`;

interface Suggested {
  /** The text that they were found by. */
  readonly of: string;
  readonly people: readonly FoundPerson[];
}

/** The people who match the text. Until the server responds, the matches of the previous text. */
const usePeople = (source: PeopleSource, text: string): Suggested => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const [suggested, setSuggested] = useState<Suggested>({ of: '', people: [] });
  const { usersSlug, organizationsSlug } = source;
  const fields = source.fields.join();
  useEffect(() => {
    if (text.trim() === '') return setSuggested({ of: text, people: [] });
    let isLatest = true;
    const known: PeopleSource = {
      usersSlug,
      organizationsSlug,
      fields: fields.split(',') as unknown as PeopleSource['fields'],
    };
    const timer = setTimeout(async () => {
      const result = await findPeopleBy(apiRoute, known, peopleWith(text, known.fields));
      if (!isLatest || !result.ok) return;
      setSuggested({ of: text, people: result.output.filter(({ email }) => email !== '') });
    }, pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [apiRoute, usersSlug, organizationsSlug, fields, text]);
  return suggested;
};

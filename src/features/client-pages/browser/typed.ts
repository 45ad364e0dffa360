/**
 * Words of small forms, which have no draft: they stay when the page goes by another form of it, or is opened anew in the same tab.
 * The words of a form that is sent are the portal's matter.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;

const storedAs = 'sp-typed';

/** A browser may refuse any access. */
const tryStorage = <Result>(work: (storage: Storage) => Result): Result | null => {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
};

type Words = Record<string, string>;

const readWords = (): Words =>
  tryStorage((storage) => JSON.parse(storage.getItem(storedAs) ?? '{}') as Words) ?? {};

const write = (words: Words): void => {
  tryStorage((storage) => storage.setItem(storedAs, JSON.stringify(words)));
};

const typedFields = (): readonly Field[] => [...document.querySelectorAll<Field>('main [data-typed]')];

/** The name of a field's words, which are those of the person for whom its form was made. */
const nameOf = ({ id, form }: Field): string => {
  const author = form?.elements.namedItem('author');
  const person = author instanceof HTMLInputElement ? author.value : '';
  return [person, form?.getAttribute('action'), id].join(' ');
};

/** The form that is leaving the page. */
let leaving: HTMLFormElement | null = null;

/** Keeps the words that are typed and not sent. */
export const keepTyped = (): void => {
  const words = readWords();
  for (const field of typedFields()) {
    delete words[nameOf(field)];
    if (field.form !== leaving && field.value !== field.defaultValue) words[nameOf(field)] = field.value;
  }
  write(words);
};

/** Shows the words that were kept, but in no field with others. */
export const showTyped = (): void => {
  const words = readWords();
  for (const field of typedFields()) {
    const kept = words[nameOf(field)];
    if (kept !== undefined && field.value === field.defaultValue) field.value = kept;
    delete words[nameOf(field)];
  }
  write(words);
};

/** Forgets all words, at a sign-out. */
export const forgetTyped = (): void => write({});

/** Keeps the words as long as the tab is there. */
export const followTyped = (): void => {
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented) leaving = target as HTMLFormElement;
  });
  // The browser or the person may have stopped the form.
  addEventListener('input', () => {
    leaving = null;
  });
  addEventListener('pagehide', keepTyped);
};

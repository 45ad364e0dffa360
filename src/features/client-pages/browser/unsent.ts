import { filesOf, forgetFiles, hasFiles, otherFormsWithFiles, uploadedNamesOf } from './files.ts';
import { wordsOf } from './words.ts';

/**
 * Has each form of the page wait that would leave it, as long as another one has files that were not sent: a browser may not ask. The
 * sentence beside its button names them.
 */
export const askAboutUnsent = (): void => {
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      // A form with files is sent without leaving the page, and one of the page's head ends the session.
      if (!(form instanceof HTMLFormElement) || !form.closest('main')) return;
      if (hasFiles(form) || form.dataset.sending) return;
      const others = otherFormsWithFiles(form);
      if (others.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      showUnsent(form, others);
    },
    { capture: true },
  );
};

const namesIn = (form: HTMLFormElement): readonly string[] => [
  ...uploadedNamesOf(form),
  ...filesOf(form).map(({ name }) => name),
];

const isWaiting = (form: HTMLFormElement): boolean =>
  form.isConnected && !form.dataset.sending && hasFiles(form);

const showUnsent = (form: HTMLFormElement, others: readonly HTMLFormElement[]): void => {
  const [first] = others;
  if (!first) return;
  form.querySelector('.unsent')?.remove();
  const part = document.createElement('div');
  part.className = 'unsent';
  part.setAttribute('role', 'alert');
  const sentence = document.createElement('p');
  sentence.className = 'error';
  sentence.textContent = `${wordsOf(first, 'unsent')} ${others.flatMap(namesIn).join(', ')}`;
  part.append(sentence);
  // Files that are on their way arrive by themselves.
  const waiting = others.filter(isWaiting);
  const button = (
    name: string,
    className: string,
    work: (waiting: readonly HTMLFormElement[]) => void,
  ): void => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = className;
    made.textContent = wordsOf(first, name);
    made.addEventListener('click', () => {
      part.remove();
      // The question may have been left standing.
      work(waiting.filter(isWaiting));
    });
    part.append(made);
  };
  // One at a time: the page that answers a form takes the place of this one. The next try asks for the rest.
  if (waiting.length > 0) button('sendUnsent', 'second', ([next]) => next && sendFrom(next));
  // Files that have arrived for a message have buttons of their own, which delete them.
  if (waiting.length > 0 && waiting.every((other) => uploadedNamesOf(other).length === 0))
    button('dropUnsent', 'quiet', (dropped) => dropped.forEach(forgetFiles));
  const own = form.querySelector('button');
  if (own) own.before(part);
  else form.append(part);
  part.querySelector('button')?.focus();
};

/** Sends a form, which may be folded, and say what is missing in it. Safari before 16 has no `requestSubmit`. */
const sendFrom = (form: HTMLFormElement): void => {
  const folded = form.closest('details');
  if (folded) folded.open = true;
  form.querySelector<HTMLButtonElement>('button:not([type=button])')?.click();
};

import { wordsOf } from './words.ts';

/** The progress of a form that is being sent. */
export interface Progress {
  /** Shows the bytes that have been sent of the part that is on its way. */
  show(sent: number): void;
  /** Adds the bytes of a part that has arrived. */
  add(sent: number): void;
  /** Shows that the connection is lost, or is there again. */
  wait(isWaiting: boolean): void;
  end(): void;
  /** Leaves a sentence in the place of the progress. */
  fail(sentence: string): void;
}

/** Shows the progress below a form, whose button is disabled until it ends. @param size the bytes of all that is sent */
export const showProgress = (form: HTMLFormElement, size: number): Progress => {
  const button = form.querySelector<HTMLButtonElement>('button:not([type=button])');
  const bar = document.createElement('progress');
  const text = document.createElement('p');
  text.className = 'small muted';
  text.setAttribute('role', 'status');
  bar.max = 100;
  bar.setAttribute('aria-label', wordsOf(form, 'progress'));
  form.append(bar, text);
  if (button) button.disabled = true;
  let arrived = 0;
  // Said every ten percent: a reader of the screen is not interrupted at each byte.
  let told = -1;
  const end = (): void => {
    if (button) button.disabled = false;
    bar.remove();
    text.remove();
  };
  return {
    show(sent) {
      const percent = Math.min(100, Math.floor(((arrived + sent) / (size || 1)) * 100));
      bar.value = percent;
      if (Math.floor(percent / 10) === told) return;
      told = Math.floor(percent / 10);
      text.textContent = `${wordsOf(form, 'progress')} ${percent} %`;
    },
    add(sent) {
      arrived += sent;
    },
    wait(isWaiting) {
      told = -1;
      if (isWaiting) text.textContent = wordsOf(form, 'waiting');
    },
    end,
    fail(sentence) {
      end();
      text.textContent = sentence;
      form.append(text);
    },
  };
};

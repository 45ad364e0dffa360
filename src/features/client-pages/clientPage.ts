import type { TextKey } from '../../core/texts/text.ts';
import type { Visit } from './visit.ts';

/** A page, or the response to a form, that a feature adds to the client pages. */
export interface ClientPage {
  /**
   * The path below the client pages. `:id` in it stands for the id of a record, or the secret of a link; `:user` for the id
   * of a person.
   */
  readonly path: `/${string}`;
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST';
  /** Its label in the navigation; without a label it has no entry there. */
  readonly entry?: TextKey;
  /** True for a page that needs no session. */
  readonly isOpen?: boolean;
  /** True for a form that is read without a session, too: its page keeps what was typed. */
  readonly keepsText?: boolean;
  /** A form with `keepsText` that a sign-in carries along, and shows again. */
  readonly kept?: KeptWords;
  readonly show: (visit: Visit, id: string, user: string) => Response | Promise<Response>;
}

/** The words of a page that shows a form again, with nothing but what was typed. */
export interface KeptWords {
  readonly title: TextKey;
  readonly button: TextKey;
  /** The labels of the typed fields, by their names. Other fields are hidden. */
  readonly labels: Readonly<Record<string, TextKey>>;
}

import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { Part } from '../../core/shared/text/html.ts';
import { textsIn } from '../../core/texts/appTexts.ts';
import type { TextKey, TranslateText } from '../../core/texts/text.ts';
import { type ApiClient, type ApiResponse, apiClientIn } from '../client-sessions/feature.ts';
import type { Assets } from './assets/assets.ts';
import type { SentForm } from './sentForm.ts';

/** The person who is signed in, as `GET /session` shows them. */
export interface SignedInPerson {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly language: string | null;
    readonly notices: 'all' | 'replies' | 'none';
  };
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly last_visit_at: string | null;
  readonly expires_at: string | null;
}

/** A request of a browser for a client page. */
export interface Visit {
  readonly request: Request;
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly api: ApiClient;
  readonly assets: Assets;
  /** The path of the client pages, as the browser knows it. */
  readonly base: string;
  /** The present page's path and query, as the browser knows them. */
  readonly here: string;
  readonly language: string;
  readonly t: TranslateText;
  /** It is null for a page without a session. */
  readonly person: SignedInPerson | null;
  /** The response about the session of a page that needs one, if there is none. */
  readonly refusal: ApiResponse | null;
  /** The form that was sent to a page with a session. A page that is open to all reads its own. */
  readonly form: SentForm;
  /** Paths of the files that have come with the request, which go once the response is out. */
  readonly received: string[];
  /** Resolves once the response is made. */
  readonly ended: Promise<void>;
  /** True for staff who see the page as this person does: it has no forms, and leads nowhere. */
  readonly isView?: boolean;
}

/** A visit whose page, and the refusals on it, are in a language. */
export const visitIn = async (language: string, visit: Omit<Visit, 'language' | 't'>): Promise<Visit> => ({
  ...visit,
  language,
  t: await textsIn(visit.payload, language),
  api: apiClientIn(language, visit.api),
});

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
  /**
   * True for a page that itself answers a form which was made for another person, who has signed in before in the same
   * browser. Any other page is not asked, and the form is refused.
   */
  readonly answersAnothers?: boolean;
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
  /** The draft of the form's own page: that of the record in its path, which other tabs follow, or one of another name. */
  readonly draft?: ':id' | 'new';
  /** The record in the path of the form, named above it; null if the person may not see it, or it cannot be read now. */
  readonly about?: (visit: Visit, id: string) => Promise<Part>;
}

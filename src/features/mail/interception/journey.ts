import type { SendEmailOptions } from 'payload';
import { noteMailFailure } from '../../../core/shared/errors/mailFailure.ts';
import type { MailOutcome } from '../chain/outcome.ts';

/** A mail as a function that sends mail was given it. */
export interface GivenMail {
  readonly message: SendEmailOptions;
  /** The name of the adapter in charge. */
  readonly adapterName: string;
}

/** The end of a mail's way to an adapter and back, over all that wraps it. */
export interface Journey {
  /** The mail as the adapter got it last; as the caller gave it, if it never got there. */
  readonly mail: GivenMail;
  /** The outcome that the innermost carrier reported. It is null if the mail never got there, or the carrier itself failed. */
  readonly carried: MailOutcome | null;
  readonly ending: Ending;
}

/** The end of a call of a mail function: its result, or its error. */
export type Ending =
  | { readonly kind: 'resolved'; readonly info: unknown }
  | { readonly kind: 'rejected'; readonly error: unknown };

/** Calls a mail function, and waits for its end. Never rejects. */
export const endingOf = async (send: () => Promise<unknown>): Promise<Ending> => {
  try {
    return { kind: 'resolved', info: await send() };
  } catch (error) {
    noteMailFailure(error);
    return { kind: 'rejected', error };
  }
};

/** Ends as the mail function did: returns its result, or throws its error. */
export const resume = (ending: Ending): unknown => {
  if (ending.kind === 'rejected') throw ending.error;
  return ending.info;
};

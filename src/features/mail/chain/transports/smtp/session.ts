import type { NodemailerError } from 'nodemailer-10';
import type { SMTPConnectionSendInfo, SMTPEnvelope } from 'nodemailer-10/lib/smtp-connection';
import { type HandoverProgress, handOver } from '../../handover.ts';
import { type Dialogue, farewell, type Settle, startDialogue } from './dialogue.ts';
import type { ResolvedSmtpOptions } from './options.ts';

/** Sender, recipients and size of one mail, as the SMTP dialogue has them. */
export type Envelope = SMTPEnvelope & { readonly from: string; readonly to: string[] };

/** The progress of one mail in a session: the server's answers, and whether it can have had the whole mail. */
export interface SmtpAttempt {
  readonly info: SMTPConnectionSendInfo | null;
  readonly error: NodemailerError | null;
  /** The refusals of single recipients, also of an accepted mail. */
  readonly refusals: readonly NodemailerError[];
  readonly progress: HandoverProgress;
}

/** One connection to an SMTP server, greeted and logged in. It carries one mail after the other. */
export interface SmtpSession {
  deliver(envelope: Envelope, body: Buffer): Promise<SmtpAttempt>;
  /** Makes the session fit for the next mail after a refused one. Returns false if that fails. */
  reset(): Promise<boolean>;
  isOpen(): boolean;
  /** Lets the process end while the session is idle. */
  park(): void;
  /** Back to work. */
  wake(): void;
  /** Leaves politely: resolves with the server's farewell, or after a second without. */
  end(): Promise<void>;
  /** Drops the connection. */
  drop(): void;
}

/**
 * Connects, secures and logs in.
 *
 * @throws NodemailerError whose message holds the server's reply line, if it gave one.
 */
export const openSession = async (options: ResolvedSmtpOptions): Promise<SmtpSession> => {
  const dialogue = startDialogue(options);
  const { connection, step } = dialogue;
  try {
    await step((settle: Settle<void>) => connection.connect((error) => settle(error ?? null)));
    if (options.login && connection.allowsAuth) {
      const credentials = { user: options.login.user, pass: options.login.password };
      await step((settle: Settle<boolean>) => connection.login({ credentials }, settle));
    }
    return buildSession(dialogue, options);
  } catch (error) {
    connection.close();
    throw error;
  }
};

const buildSession = (dialogue: Dialogue, options: ResolvedSmtpOptions): SmtpSession => {
  const { connection, step } = dialogue;
  const isOpen = () => !connection.destroyed;
  return {
    isOpen,
    deliver: (envelope, body) => deliver(dialogue, options, envelope, body),
    reset: () =>
      step((settle: Settle<boolean>) => connection.reset(settle)).then(
        () => true,
        () => false,
      ),
    park: () => {
      if (connection._socket) connection._socket.unref();
    },
    wake: () => {
      if (connection._socket) connection._socket.ref();
    },
    end: () =>
      new Promise((resolve) => {
        if (!isOpen()) return resolve();
        connection.once('end', resolve);
        connection.quit();
        setTimeout(() => connection.close(), farewell).unref();
      }),
    drop: () => connection.close(),
  };
};

const deliver = async (
  { connection, watchdog, giveUp, step }: Dialogue,
  { limits }: ResolvedSmtpOptions,
  envelope: Envelope,
  body: Buffer,
): Promise<SmtpAttempt> => {
  // nodemailer keeps its books in the object that it is given.
  const books: Envelope & { mailError?: unknown; rejectedErrors?: NodemailerError[] } = { ...envelope };
  const handover = handOver({ body, limits, watchdog, giveUp });
  const sending = step<SMTPConnectionSendInfo>((settle) => connection.send(books, handover.stream, settle));
  const result = await sending.then(
    (info) => ({ info: info ?? null, error: null }),
    (error: NodemailerError) => ({ info: null, error }),
  );
  handover.stop();
  // A server that refuses the sender refuses each recipient, too, which says nothing about them.
  const refusals = books.mailError ? [] : (books.rejectedErrors ?? []);
  return { ...result, refusals, progress: handover.progress() };
};

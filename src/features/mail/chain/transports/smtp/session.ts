import type { NodemailerError } from 'nodemailer-10';
import SMTPConnection, {
  type SMTPConnectionSendInfo,
  type SMTPEnvelope,
} from 'nodemailer-10/lib/smtp-connection';
import { createWatchdog, type HandoverProgress, handOver, type Watchdog } from '../../handover.ts';
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

/** Ends a step of a dialogue, with its error or its result. */
type Settle<Result> = (error: NodemailerError | null, result?: Result) => void;

/** One connection to an SMTP server, not yet opened, and the clock that runs while an answer is expected. */
interface Dialogue {
  readonly connection: SMTPConnection;
  readonly watchdog: Watchdog;
  /** Ends the step in progress with that reason, and the connection. */
  giveUp(reason: string): void;
  /**
   * Does one step after the other.
   *
   * @throws NodemailerError also if the connection ends meanwhile, or is silent for too long.
   */
  step<Result>(start: (settle: Settle<Result>) => void): Promise<Result | undefined>;
}

/** Longest wait for a server to close its side, in milliseconds. */
const farewell = 1_000;

const startDialogue = (options: ResolvedSmtpOptions): Dialogue => {
  let fail: ((error: NodemailerError) => void) | null = null;
  const giveUp = (reason: string) => {
    fail?.(new Error(reason));
    connection.close();
  };
  const watchdog = createWatchdog(giveUp);
  const connection = new SMTPConnection({
    ...connectionOptions(options),
    transactionLog: true,
    // Only a complete reply is logged: a server that sends one byte after the other stays silent here.
    logger: {
      debug: ({ tnx }: { tnx?: string }) => {
        if (fail && (tnx === 'client' || tnx === 'server')) watchdog.expectWithin(options.limits.answer);
      },
      info: () => {},
      warn: () => {},
      error: () => {},
    },
  });
  connection.on('error', (error: NodemailerError) => fail?.(error));
  // nodemailer may close without an error, and the step would wait forever; but a 421 closes just before the step
  // receives it.
  connection.on('end', () => setImmediate(() => fail?.(new Error('Connection closed unexpectedly'))));

  return {
    connection,
    watchdog,
    giveUp,
    step: <Result>(start: (settle: Settle<Result>) => void) =>
      new Promise<Result | undefined>((resolve, reject) => {
        fail = reject;
        start((error, result) => (error ? reject(error) : resolve(result)));
      }).finally(() => {
        fail = null;
        watchdog.rest();
      }),
  };
};

const connectionOptions = ({
  host,
  port,
  secure,
  requireTLS,
  verifyCertificate,
  limits,
}: ResolvedSmtpOptions) => ({
  host,
  port,
  secure,
  requireTLS,
  opportunisticTLS: !requireTLS,
  tls: { rejectUnauthorized: verifyCertificate },
  // The time from the name lookup to the greeting and the end of STARTTLS.
  connectionTimeout: limits.connect,
  greetingTimeout: limits.connect,
  // Longer than the watchdog's limits, so that those end a dialogue first.
  socketTimeout: 2 * Math.max(limits.answer, limits.outcome),
  socketCloseTimeout: farewell,
});

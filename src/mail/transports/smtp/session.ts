import type { NodemailerError } from 'nodemailer';
import SMTPConnection, {
  type SMTPConnectionSendInfo,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection';
import { type HandoverProgress, handOver } from '../../handover.ts';
import { bodyLimit } from '../../limits.ts';
import { createWatchdog, noAnswer } from '../../watchdog.ts';
import type { ResolvedSmtpOptions } from './options.ts';

/** Sender, recipients and size of one mail, as the SMTP dialogue has them. */
export type Envelope = SMTPEnvelope & { readonly from: string; readonly to: string[] };

/** How far one mail got in a session: what the server answered, and whether it can have had the whole mail. */
export interface Delivery {
  readonly info: SMTPConnectionSendInfo | null;
  readonly error: NodemailerError | null;
  /** The refusals of single recipients, whatever came of the mail. */
  readonly refusals: readonly NodemailerError[];
  readonly progress: HandoverProgress;
}

/** One connection to an SMTP server, greeted and logged in. It carries one mail after the other. */
export interface SmtpSession {
  deliver(envelope: Envelope, body: Buffer): Promise<Delivery>;
  /** Makes the session fit for the next mail after a refused one; false where it is not. */
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

type Settle<Result> = (error: NodemailerError | null, result?: Result) => void;

/** How long a server may take to answer QUIT, in milliseconds. */
const farewell = 1_000;

/**
 * Connects, secures and logs in.
 *
 * @throws NodemailerError whose message holds the server's reply line, where it gave one.
 */
export const openSession = async (options: ResolvedSmtpOptions): Promise<SmtpSession> => {
  const { limits, login } = options;
  let fail: ((error: NodemailerError) => void) | null = null;
  const watchdog = createWatchdog((milliseconds) => {
    fail?.(new Error(noAnswer(milliseconds)));
    connection.close();
  });
  // Only a complete reply is logged: a server that sends one byte after the other stays silent here.
  const logger = {
    debug: ({ tnx }: { tnx?: string }) => {
      if (fail && (tnx === 'client' || tnx === 'server')) watchdog.expectWithin(limits.answer);
    },
    info: () => {},
    warn: () => {},
    error: () => {},
  };
  const connection = new SMTPConnection({
    host: options.host,
    port: options.port,
    secure: options.secure,
    requireTLS: options.requireTLS,
    opportunisticTLS: !options.requireTLS,
    tls: { rejectUnauthorized: options.verifyCertificate },
    // From the name lookup to the greeting and the end of STARTTLS.
    connectionTimeout: limits.connect,
    greetingTimeout: limits.connect,
    socketTimeout: 2 * Math.max(limits.answer, limits.outcome),
    socketCloseTimeout: farewell,
    transactionLog: true,
    logger,
  });
  connection.on('error', (error: NodemailerError) => fail?.(error));
  // A 421 ends the connection just before the step in progress hears of it.
  connection.on('end', () => setImmediate(() => fail?.(new Error('Connection closed unexpectedly'))));

  const step = <Result>(start: (settle: Settle<Result>) => void): Promise<Result | undefined> =>
    new Promise<Result | undefined>((resolve, reject) => {
      fail = reject;
      start((error, result) => (error ? reject(error) : resolve(result)));
    }).finally(() => {
      fail = null;
      watchdog.rest();
    });

  const deliver = async (envelope: Envelope, body: Buffer): Promise<Delivery> => {
    // nodemailer keeps its books in the object that it is given.
    const books: Envelope & { mailError?: unknown; rejectedErrors?: NodemailerError[] } = { ...envelope };
    let budget: NodeJS.Timeout | undefined;
    const handover = handOver(body, (progress) => {
      budget ??= setTimeout(
        () => {
          if (handover.progress() !== 'finished') fail?.(new Error('The server takes the mail too slowly'));
        },
        bodyLimit(body.length, limits.answer),
      );
      watchdog.expectWithin(progress === 'finished' ? limits.outcome : limits.answer);
    });
    const result = await step<SMTPConnectionSendInfo>((settle) =>
      connection.send(books, handover.stream, settle),
    ).then(
      (info) => ({ info: info ?? null, error: null }),
      (error: NodemailerError) => ({ info: null, error }),
    );
    clearTimeout(budget);
    // What a server says to the recipients of a refused sender is no word on them.
    const refusals = books.mailError ? [] : (books.rejectedErrors ?? []);
    return { ...result, refusals, progress: handover.progress() };
  };

  const isOpen = () => !connection.destroyed;
  const socket = () => connection._socket || null;
  const session: SmtpSession = {
    deliver,
    reset: () =>
      step((settle: Settle<boolean>) => connection.reset(settle)).then(
        () => true,
        () => false,
      ),
    isOpen,
    park: () => void socket()?.unref(),
    wake: () => void socket()?.ref(),
    end: () =>
      new Promise((resolve) => {
        if (!isOpen()) return resolve();
        connection.once('end', resolve);
        connection.quit();
        setTimeout(() => connection.close(), farewell).unref();
      }),
    drop: () => connection.close(),
  };
  try {
    await step((settle: Settle<void>) => connection.connect((error) => settle(error ?? null)));
    if (login && connection.allowsAuth) {
      const credentials = { user: login.user, pass: login.password };
      await step((settle: Settle<boolean>) => connection.login({ credentials }, settle));
    }
    return session;
  } catch (error) {
    session.drop();
    throw error;
  }
};

import type { NodemailerError } from 'nodemailer-10';
import SMTPConnection from 'nodemailer-10/lib/smtp-connection';
import { createWatchdog, type Watchdog } from '../../handover.ts';
import type { ResolvedSmtpOptions } from './options.ts';

/** Ends a step of a dialogue, with its error or its result. */
export type Settle<Result> = (error: NodemailerError | null, result?: Result) => void;

/** One connection to an SMTP server, not yet opened, and the clock that runs while an answer is expected. */
export interface Dialogue {
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
export const farewell = 1_000;

export const startDialogue = (options: ResolvedSmtpOptions): Dialogue => {
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

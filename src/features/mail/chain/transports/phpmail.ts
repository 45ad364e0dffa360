import { type ChildProcess, spawn } from 'node:child_process';
import { wireAddress } from '../../../../core/shared/addresses/addressList.ts';
import { createWatchdog, handOver } from '../handover.ts';
import { writeMime } from '../message/mime.ts';
import { asSaid, messageOf } from '../property.ts';
import {
  defaultLimits,
  type MailTransport,
  type OutgoingMail,
  type SendResult,
  type TransportLimits,
} from '../transport.ts';
import { checkTransport } from './checkTransport.ts';

export interface PhpmailTransportOptions {
  /**
   * The program that takes a mail on its standard input, with sendmail's options.
   *
   * @default '/usr/sbin/sendmail'
   */
  readonly path?: string;
  /**
   * Time limits, each for itself; `connect` has no meaning here.
   *
   * @default 30 s for an answer, 60 s for the outcome
   */
  readonly limits?: TransportLimits;
}

/**
 * Hands mail to the machine's sendmail program, without a shell.
 *
 * @throws an Error that names the part of the options that is wrong
 */
export const phpmailTransport = (options: PhpmailTransportOptions = {}): MailTransport => {
  checkTransport('phpmailTransport', options);
  const { path = '/usr/sbin/sendmail', limits } = options;

  const send = async (mail: OutgoingMail): Promise<SendResult> => {
    const sender = wireAddress(mail.envelopeFrom) || '<>';
    if (sender.startsWith('-')) return refused(`The sender ${sender} would be read as an option of ${path}`);
    const end = await runProgram({
      path,
      parameters: ['-i', '-f', sender, '--', ...mail.recipients.map(wireAddress)],
      input: await writeMime(mail.message, 'unix'),
      limits: { ...defaultLimits, ...limits },
    });
    return judgeEnd(end, mail.messageId);
  };

  // Errors thrown here precede the handover to the program.
  return { name: 'phpmail', send: (mail) => send(mail).catch((error) => refused(messageOf(error))) };
};

const judgeEnd = (end: ProgramEnd, messageId: string): SendResult => {
  switch (end.kind) {
    case 'not started':
      return refused(end.error);
    case 'exited':
      if (end.code !== 0) return refused(end.said || `exit code ${end.code}`);
      return { outcome: 'accepted', messageId, response: null, refused: [] };
    case 'killed': {
      const error = end.said || end.error;
      return end.mayHaveAll ? { outcome: 'unknown', error: `Outcome unknown: ${error}` } : refused(error);
    }
  }
};

const refused = (error: string): SendResult => ({ outcome: 'refused', error, undeliverable: [] });

/** The end of a program; `said` is its output on stderr. */
type ProgramEnd =
  | { readonly kind: 'not started'; readonly error: string }
  | { readonly kind: 'exited'; readonly code: number; readonly said: string }
  | { readonly kind: 'killed'; readonly error: string; readonly said: string; readonly mayHaveAll: boolean };

interface Run {
  readonly path: string;
  readonly parameters: readonly string[];
  readonly input: Buffer;
  readonly limits: Required<TransportLimits>;
}

const saidLimit = 65_536;

/** Time for reading stderr after the end, in milliseconds: a grandchild may hold it open. */
const lastWords = 200;

/** Runs a program with `input` on its standard input. If it takes too long, kills it with all processes that it started. */
const runProgram = ({ path, parameters, input, limits }: Run): Promise<ProgramEnd> =>
  new Promise((resolve) => {
    // In a process group of its own, so that killing it ends its children, too.
    const child = spawn(path, parameters, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
    let gaveUp: string | null = null;
    const giveUp = (reason: string) => {
      gaveUp ??= reason;
      killGroup(child);
    };
    const watchdog = createWatchdog(giveUp);
    const handover = handOver({ body: input, limits, watchdog, giveUp });
    const settle = (end: ProgramEnd) => {
      handover.stop();
      child.stderr.destroy();
      resolve(end);
    };

    let said = Buffer.alloc(0);
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < saidLimit) said = Buffer.concat([said, chunk]);
    });
    // A program may end without reading everything: its exit code says whether it took the mail.
    child.stdin.on('error', () => {});
    handover.stream.pipe(child.stdin);

    child.on('error', (failure) => settle({ kind: 'not started', error: startError(path, failure) }));
    child.on('exit', (code, signal) => {
      const mayHaveAll = handover.progress() === 'finished';
      const tell = () => {
        const words = asSaid(said.toString());
        if (code !== null && gaveUp === null) settle({ kind: 'exited', code, said: words });
        else
          settle({
            kind: 'killed',
            error: gaveUp ?? `${path} was ended by ${signal}`,
            said: words,
            mayHaveAll,
          });
      };
      const timer = setTimeout(tell, lastWords);
      child.stderr.once('close', () => {
        clearTimeout(timer);
        tell();
      });
    });
  });

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

const startError = (path: string, failure: NodeJS.ErrnoException): string => {
  if (failure.code === 'ENOENT') return `There is no program ${path}`;
  if (failure.code === 'EACCES') return `${path} is not a program that may be run`;
  return messageOf(failure);
};

import { Readable } from 'node:stream';
import { bodyLimit, type TransportLimits } from './transport.ts';

/**
 * Progress of a body. Only after `finished` is it open whether the other side took the mail: before that the end of the mail
 * cannot have reached it.
 */
export type HandoverProgress = 'waiting' | 'started' | 'finished';

interface HandoverOptions {
  readonly body: Buffer;
  readonly limits: Required<TransportLimits>;
  /** Called with each piece taken: the next has to be taken, and the mail answered in the end, in time. */
  readonly watchdog: Watchdog;
  /** Called if the other side takes the whole body too slowly. */
  giveUp(reason: string): void;
}

/** A body on its way to the other side. */
interface Handover {
  /** The body for the code that writes to the other side. Destroying it breaks off. */
  readonly stream: Readable;
  progress(): HandoverProgress;
  /** Hands nothing more over, and stops the clock: the outcome of the mail is known. */
  stop(): void;
}

const pieceSize = 65_536;

/** Hands a body over in pieces, and sees to it that they are taken in time. */
export const handOver = ({ body, limits, watchdog, giveUp }: HandoverOptions): Handover => {
  let progress: HandoverProgress = 'waiting';
  let budget: NodeJS.Timeout | undefined;
  let offset = 0;
  const stream = new Readable({
    highWaterMark: pieceSize,
    read() {
      progress = 'started';
      budget ??= setTimeout(giveUp, bodyLimit(body.length, limits.answer), 'The mail was taken too slowly');
      watchdog.expectWithin(limits.answer);
      const piece = body.subarray(offset, offset + pieceSize);
      offset += piece.length;
      this.push(piece.length > 0 ? piece : null);
    },
  });
  stream.on('end', () => {
    progress = 'finished';
    clearTimeout(budget);
    watchdog.expectWithin(limits.outcome);
  });
  // The reader destroys the stream with its own error, and reports that one.
  stream.on('error', () => {});
  return {
    stream,
    progress: () => progress,
    stop() {
      stream.destroy();
      clearTimeout(budget);
      watchdog.rest();
    },
  };
};

/** Gives up on another side that does not answer in time. */
export interface Watchdog {
  /** Starts again: gives up after `milliseconds`, unless something happens before. */
  expectWithin(milliseconds: number): void;
  /** Nothing is expected any more. */
  rest(): void;
}

/** @param giveUp called with a sentence if there was no answer for too long */
export const createWatchdog = (giveUp: (reason: string) => void): Watchdog => {
  let timer: NodeJS.Timeout | undefined;
  return {
    expectWithin(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(noAnswer(milliseconds)), milliseconds);
    },
    rest() {
      clearTimeout(timer);
    },
  };
};

export const noAnswer = (milliseconds: number): string => `No answer within ${milliseconds / 1_000} s`;

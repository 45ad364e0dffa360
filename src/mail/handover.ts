import { Readable } from 'node:stream';

/**
 * How far a body got. Only `finished` leaves open whether the other side took the mail: before that the end of
 * the mail cannot have reached it.
 */
export type HandoverProgress = 'waiting' | 'started' | 'finished';

/** A body on its way to a transport. */
export interface Handover {
  readonly stream: Readable;
  readonly progress: () => HandoverProgress;
}

const pieceSize = 65_536;

/** Hands `body` over in pieces, telling `onProgress` of each piece taken and of the end. */
export const handOver = (
  body: Buffer,
  onProgress: (progress: HandoverProgress) => void = () => {},
): Handover => {
  let progress: HandoverProgress = 'waiting';
  let offset = 0;
  const advance = (next: HandoverProgress) => {
    progress = next;
    onProgress(next);
  };
  const stream = new Readable({
    highWaterMark: pieceSize,
    read() {
      advance('started');
      const piece = body.subarray(offset, offset + pieceSize);
      offset += piece.length;
      this.push(piece.length > 0 ? piece : null);
    },
  });
  stream.on('end', () => advance('finished'));
  // Whoever takes the stream destroys it with its own error, and reports that one.
  stream.on('error', () => {});
  return { stream, progress: () => progress };
};

import type { PartRange } from './range.ts';

/** Called once, when a response is over, with the bytes of the file that certainly went out. */
export type ReportSent = (sent: PartRange) => void;

interface Sending {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The position of the first byte. */
  readonly start: number;
  /** Resolves once the connection has taken the last byte, to false if it broke before; null if no one knows. */
  readonly connection: Promise<boolean> | null;
  readonly report: ReportSent;
}

/**
 * A body that is read as it is asked for, and knows how far it came. Nothing is opened before the first byte is asked for,
 * and nothing is read ahead: a server that asks for the next chunk has handed the one before to the connection.
 */
export const sentStream = ({ bytes, start, connection, report }: Sending): ReadableStream<Uint8Array> => {
  const iterator = bytes[Symbol.asyncIterator]();
  let handed = 0;
  let taken = 0;
  let isOver = false;
  const end = (size: number) => {
    if (isOver) return;
    isOver = true;
    report({ start, end: start + size - 1 });
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const before = taken;
        taken = handed;
        try {
          const { done, value } = await iterator.next();
          if (done) {
            controller.close();
            const arrived = connection === null || (await connection);
            end(arrived ? taken : before);
          } else {
            handed += value.byteLength;
            controller.enqueue(value);
          }
        } catch (error) {
          end(taken);
          throw error;
        }
      },
      async cancel() {
        end(taken);
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

import type { ServerResponse } from 'node:http';

/** Bytes of all responses that may wait in memory for their readers. */
const mostUnread = 256 * 1024 * 1024;
const everyMs = 1_000;

/**
 * Keeps clients that ask and never read from filling the memory: a response waits there for as long as its connection is open,
 * and the turn of its caller is over. If all that wait are too large together, connections of the address that keeps most are
 * closed, the oldest first.
 *
 * @returns a function that takes each response, with the address of its client
 */
export const buildUnreadBound = (most = mostUnread) => {
  const open = new Map<ServerResponse, string>();

  const look = (): void => {
    const waiting = [...open].map(([response, address]) => ({
      response,
      address,
      bytes: response.writableLength,
    }));
    const kept = new Map<string, number>();
    for (const { address, bytes } of waiting) kept.set(address, (kept.get(address) ?? 0) + bytes);
    let all = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    while (all > most) {
      const [worst = ''] = [...kept].reduce((one, other) => (other[1] > one[1] ? other : one));
      for (const { response, address, bytes } of waiting) {
        if (all <= most || address !== worst || bytes === 0) continue;
        response.destroy();
        all -= bytes;
      }
      kept.delete(worst);
    }
  };
  setInterval(look, everyMs).unref();

  return (response: ServerResponse, address: string): void => {
    open.set(response, address);
    response.once('close', () => open.delete(response));
  };
};

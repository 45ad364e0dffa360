/** Time in which requests usually arrive, in milliseconds. Identifying a sender twice costs two or three statements. */
const usualMs = 1_000;

/**
 * Times a request, from the moment at which its sender is identified. They can spread its body over an hour, it can wait in line for
 * a minute, and they lose their rights meanwhile.
 *
 * @returns a function that says, once the body is there and the turn has come, if the sender has to be identified anew
 */
export const timeRequest = (): (() => boolean) => {
  const begunAt = performance.now();
  return () => performance.now() - begunAt > usualMs;
};

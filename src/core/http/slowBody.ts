/** Time in which bodies usually arrive, in milliseconds. Identifying a sender twice costs two or three statements. */
const usualMs = 1_000;

/**
 * Times the body of a request. Its sender can spread it over an hour, and lose their rights meanwhile.
 *
 * @returns a function that says, once the body is there, if its sender has to be identified anew
 */
export const timeBody = (): (() => boolean) => {
  const begunAt = performance.now();
  return () => performance.now() - begunAt > usualMs;
};

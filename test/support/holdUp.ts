/** Keeps the process from hearing of anything for so many milliseconds, as long work would, but without any. */
export const holdUp = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

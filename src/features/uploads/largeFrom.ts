/** The size, in bytes, from which our pages send a file in chunks. */
export const largeFrom = 4 * 1024 * 1024;

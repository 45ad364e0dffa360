/** Above it our pages send a file in chunks, in bytes. */
export const largeFrom = 4 * 1024 * 1024;

import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
const postgresDefault = 128;
const largest = 1024;

/**
 * How much the server keeps of its tables, in megabytes: a quarter of the memory, as PostgreSQL's manual advises, at
 * most 1 GB. With its default a log of a million mails is read from files again for every search. Taken as it is used,
 * not at the start.
 *
 * @param memory what this process may use, in bytes
 */
export const sharedBuffers = (memory: number): number =>
  Math.min(largest, Math.max(postgresDefault, Math.floor(memory / 4 / megabyte)));

/** The machine's memory, or a container's where that is less. In bytes. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

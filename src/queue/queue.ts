/** A queue of jobs. Its name is the database's from the first job on. */
export interface Queue<Data extends object> {
  readonly name: string;
  /**
   * How long a job may take, in seconds; then its process counts as dead, and any worker takes the job up. With the
   * time between two looks for such jobs it must stay below a minute.
   */
  readonly leaseSeconds: number;
  /** What its jobs carry: no secret, for they lie in the database as JSON. Exists for the compiler alone. */
  readonly data?: Data;
}

export interface Job<Data extends object> {
  readonly id: string;
  readonly data: Data;
}

export interface NewJob<Data extends object> {
  /** A UUID. Default: a new one */
  readonly id?: string;
  readonly data: Data;
  /** By the database's clock; a fraction is fine. Default: 0 */
  readonly afterSeconds?: number;
}

/**
 * `done` is also the answer to a job that has no sense any more; `removed` says that it was taken away together with
 * what came of it, by `removeJobsSql`, or is in another worker's hands by now.
 */
export type JobOutcome = 'done' | 'removed' | { readonly againAfterSeconds: number };

/** A job that a worker has in hand. */
export interface JobInHand<Data extends object> extends Job<Data> {
  /**
   * Takes it away for good before it is done: for what must not happen twice. Whatever becomes of this process from then
   * on, nobody does the job again.
   *
   * @returns false where it is no longer this worker's: then it is to be left alone
   * @throws where the database does not take it away; the job is tried again then, as any that throws
   */
  take(): Promise<boolean>;
}

/**
 * Does a job, at least once: after a fault maybe twice, and maybe at the same time. One that throws is done again a
 * few seconds later, unless it was taken.
 *
 * @param signal aborts when the process stops: the job is then given back at once, for another one
 */
export type JobHandler<Data extends object> = (
  job: JobInHand<Data>,
  signal: AbortSignal,
) => Promise<JobOutcome>;

export interface WorkerOptions {
  /** The most jobs that are fetched by one statement. Default: 50 */
  readonly batchSize?: number;
  /** The most jobs under way at once in this process. Default: 50 */
  readonly concurrency?: number;
}

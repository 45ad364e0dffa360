import type { Queue } from '../../../src/core/jobs/jobs.ts';

export interface Errand {
  number: number;
}

export type ErrandQueue = Queue<Errand>;

export const doneSql = 'insert into errands_done (number) values ($1)';

import { setTimeout as sleep } from 'node:timers/promises';
import { postgresOf } from '../../../src/core/database/pool.ts';
import { registerWorker } from '../../../src/core/jobs/jobs.ts';
import { workOf } from '../../../src/core/jobs/work.ts';
import { openBareApp } from './bareApp.ts';
import { doneSql, type Errand, type ErrandQueue } from './errandQueue.ts';

/** A worker in a process of its own, which tells its parent the number of each job that it begins. */
interface ErrandsOptions {
  databaseUrl: string;
  queue: ErrandQueue;
  /** Whether its jobs never end. */
  hangs?: boolean;
}

const { databaseUrl, queue, hangs = false }: ErrandsOptions = JSON.parse(process.argv[2] ?? '');

const payload = openBareApp(databaseUrl);
registerWorker<Errand>(
  payload,
  queue,
  async ({ data }) => {
    process.send?.({ began: data.number });
    await sleep(hangs ? 2 ** 30 : Math.random() * 20);
    await postgresOf(payload).pool.query(doneSql, [data.number]);
  },
  10,
);
workOf(payload).start();
process.send?.({ ready: true });

import pg from 'pg';
import { type HostApp, makeHostApp } from '../test/package/hostApp.ts';
import { npm } from '../test/package/kinds.ts';
import { pack, removePacked } from '../test/package/pack.ts';
import type { Bench, Figure } from './bench.ts';
import { startDatabase } from './support/database.ts';

/** Time that an integrator waits in the first hour, apart from `next build`. */
export const firstMail: Bench = {
  about:
    'an app made from nothing, from `npm install` by way of the commands of the documents to its first mail on record; `next build` left out',
  async run(scope) {
    const databaseUrl = await startDatabase(scope);
    const packed = await pack();
    scope.onEnd(() => removePacked(packed));
    const figures: Figure[] = [];
    const time = async <Result>(label: string, work: () => Promise<Result>): Promise<Result> => {
      const begun = performance.now();
      const result = await work();
      figures.push({ label, value: (performance.now() - begun) / 1000, unit: 's' });
      return result;
    };
    const app = await time('npm install', () => makeHostApp(packed, databaseUrl, npm));
    scope.onEnd(app.remove);
    await time('generate:types', () => app.payload('generate:types'));
    await time('generate:importmap', () => app.payload('generate:importmap'));
    await time('migrate:create', () => app.payload('migrate:create', 'initial'));
    await time('migrate', () => app.payload('migrate'));
    await app.build();
    await time('next start, to the first mail on record', async () => {
      const server = await app.start();
      scope.onEnd(async () => void (await server.stop()));
      await sendMail(app);
      await untilLogged(databaseUrl);
    });
    const value = figures.reduce((sum, figure) => sum + figure.value, 0);
    return [
      {
        figures,
        label: 'from npm install to the first mail',
        value,
        unit: 's',
        spread: null,
        goal: { atMost: 60 },
      },
    ];
  },
};

const sendMail = async ({ url }: HostApp): Promise<void> => {
  const { status } = await fetch(`${url}/api/newsletter?to=ann@example.com`, { method: 'POST' });
  if (status !== 200) throw new Error(`The app answered ${status}.`);
};

const untilLogged = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const end = Date.now() + 60_000; ; ) {
      const { rowCount } = await client.query('select 1 from email_log');
      if (rowCount) return;
      if (Date.now() > end) throw new Error('The mail is not on record.');
      await new Promise((later) => setTimeout(later, 50));
    }
  } finally {
    await client.end();
  }
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { query } from '../support/portal/payload.ts';
import type { Host } from './host.ts';

/** The lines of the documents' shell blocks that call the CMS's program, in their order; those of a list uninstall. */
const documented = (): string[] => {
  const blocks = ['docs/integrators.md', 'README.md'].flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/^```sh\n(.*?)^```/gms),
  ]);
  const lines = blocks.flatMap(([, block = '']) => block.split('\n'));
  return [...new Set(lines.filter((line) => line.includes('npx payload ')))];
};

const worker = 'npx payload portal:worker';

/**
 * The commands of the documents, as they stand there, with no variables but PATH, HOME and the app's own two. They leave
 * the app with its types, its import map and its migrations, and its database with its tables.
 */
export const describeCommands = (host: Host): void => {
  const tables = async (): Promise<string[]> => {
    const rows = await query<{ name: string }>(
      host.databaseUrl,
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  const migrations = () =>
    query<{ name: string; batch: number }>(
      host.databaseUrl,
      'select name, batch::int from payload_migrations order by id',
    );

  const runWorker = async (): Promise<void> => {
    const running = await host.app.startShell(worker, 'The worker of the support portal runs.');
    expect(running.output()).toContain('The worker of the support portal runs.');
    await running.stop();
    expect(running.hasEnded()).toBe(true);
  };

  describe('before the first migration', () => {
    it('the worker makes no table', async () => {
      await runWorker();
      expect(await tables()).toEqual([]);
    });

    it('a script that calls getPayload makes no table, and sends its mail', async () => {
      expect(await host.app.payload('run', 'src/scripts/sendMail.ts')).toContain('Sent.');
      expect(await tables()).toEqual([]);
    });
  });

  describe('the commands of docs/integrators.md and the README', () => {
    it('are these', () => {
      expect(documented()).toEqual([
        'npx payload generate:types',
        'npx payload generate:importmap',
        'npx payload migrate:create support-portal',
        'npx payload migrate',
        worker,
      ]);
    });

    it('do what is said there, without a terminal', async () => {
      for (const command of documented().filter((line) => line !== worker))
        expect(await host.app.shell(command), command).not.toMatch(/error/i);
      const file = (path: string) => readFileSync(join(host.app.folder, path), 'utf8');
      expect(file('payload-types.ts')).toContain("'email-log': EmailLog");
      expect(file('src/app/(payload)/admin/importMap.js')).toContain('payload-support-portal/client');
      const [made] = await migrations();
      expect(made).toEqual({ name: expect.stringContaining('support_portal'), batch: 1 });
      expect(readdirSync(join(host.app.folder, 'src/migrations'))).toContain(`${made?.name}.ts`);
      expect(await tables()).toEqual(expect.arrayContaining(['email_log', 'tickets']));
    });
  });

  describe('after the migration', () => {
    it('the worker leaves the schema as it is, and no row of a development schema', async () => {
      const [before, applied] = [await tables(), await migrations()];
      await runWorker();
      expect(await tables()).toEqual(before);
      expect(await migrations()).toEqual(applied);
      // What was sent before the first migration is on record now.
      const sent = () =>
        query(host.databaseUrl, `select status from email_log where subject = 'From a script'`);
      await expect.poll(sent).toEqual([{ status: 'sent' }]);
    });

    it('a script leaves it as it is, and a later migration asks nothing', async () => {
      const [before, applied] = [await tables(), await migrations()];
      expect(await host.app.payload('run', 'src/scripts/sendMail.ts')).toContain('Sent.');
      expect(await tables()).toEqual(before);
      expect(await migrations()).toEqual(applied);
      await host.app.shell('npx payload migrate:create later --force-accept-warning');
      await host.app.shell('npx payload migrate');
      const later = { name: expect.stringContaining('later'), batch: 2 };
      expect(await migrations()).toEqual([...applied, later]);
    });
  });
};

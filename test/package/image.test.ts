import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Image, imageUser, runDockerfile } from '../support/dockerfile.ts';
import { createDatabase } from '../support/portal/payload.ts';
import { launchPortal, statusOf } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

/** The steps of the Dockerfile in empty folders, but for its stage `build`, which the checkout stands for. */

let built: string;
let image: Image;

beforeAll(async () => {
  await buildCheckout();
  built = makeFolder();
  symlinkSync(process.cwd(), join(built, 'app'));
  image = runDockerfile(process.cwd(), { build: built });
}, 600_000);

afterAll(() => {
  for (const folder of [built, ...(image?.folders ?? [])]) rmSync(folder, { recursive: true, force: true });
}, 600_000);

const start = (env: Record<string, string> = {}) => {
  const options = image.command.slice(1, -1);
  const script = image.command.at(-1) ?? '';
  return launchPortal({
    command: [process.execPath, ...options, join(image.workingDirectory, script)],
    env: { ...image.env, PORTAL_DATA_DIR: join(image.root, 'data'), HOME: image.root, ...env },
    ...(process.getuid?.() === 0 && { uid: imageUser }),
  });
};

describe('the image', () => {
  it('has no development tool, no source and no test', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const tools = Object.keys(packages).filter((path) => packages[path]?.dev);
    expect(tools).toContain('node_modules/vitest');
    const found = [...tools, 'node_modules/typescript'].filter((path) =>
      existsSync(join(image.workingDirectory, path)),
    );
    expect(found).toEqual([]);
    const roots = readdirSync(image.workingDirectory).sort();
    expect(roots).toEqual(['.next', 'dist', 'next.config.mjs', 'node_modules', 'package.json', 'src']);
    const source = readdirSync(join(image.workingDirectory, 'src'), { recursive: true }).map(String);
    expect(source.filter((path) => path.endsWith('.ts'))).toEqual([]);
  });

  it('serves the API and the admin from a PostgreSQL, by a user who can change nothing of it', async () => {
    const portal = await start({ DATABASE_URL: await createDatabase() });
    try {
      await portal.ready();
      expect(await statusOf(`${portal.url}/api/v1/tickets`)).toBe(401);
      expect(await statusOf(`${portal.url}/admin/login`)).toBe(200);
      expect(portal.stdout()).toContain('Password: ');
      expect(portal.stdout()).not.toMatch(/Compiling|Building/);
      expect(portal.stderr()).toBe('');
    } finally {
      expect(await portal.stop()).toEqual({ code: 0, signal: null });
    }
    if (process.getuid?.() !== 0) return;
    const owners = readdirSync(image.workingDirectory).map(
      (name) => statSync(join(image.workingDirectory, name)).uid,
    );
    expect(owners).not.toContain(imageUser);
    expect(statSync(join(image.root, 'data')).uid).toBe(imageUser);
  }, 600_000);

  it('runs on its own PostgreSQL without a DATABASE_URL', async () => {
    const portal = await start();
    try {
      await portal.ready();
      expect(existsSync(join(image.root, 'data/postgres'))).toBe(true);
    } finally {
      expect(await portal.stop()).toEqual({ code: 0, signal: null });
    }
  }, 600_000);
});

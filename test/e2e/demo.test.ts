import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The first run of a checkout builds the portal. */
const startTimeout = 300_000;

interface Demo {
  readonly process: ChildProcess;
  readonly address: string;
  readonly dataFolder: string;
  /** All that it printed. */
  readonly output: string;
  /** All that it started, and what that started. */
  readonly descendants: readonly Descendant[];
}

interface Descendant {
  readonly pid: number;
  readonly command: string;
}

/** Starts the demo, and waits for words that it prints. */
const startDemo = async (words: string): Promise<Demo> => {
  const demo = spawn(process.execPath, ['--conditions=production', '--import', 'tsx', 'src/demo/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const deadline = Date.now() + startTimeout - 10_000;
  while (!output.includes(words)) {
    if (demo.exitCode !== null) throw new Error(`The demo ended early:\n${output}`);
    if (Date.now() > deadline && demo.kill('SIGINT')) throw new Error(`The demo is not ready:\n${output}`);
    await sleep(50);
  }
  const descendants = descendantsOf(demo.pid ?? 0);
  return {
    process: demo,
    get address() {
      return found(output, /^Admin: (http:.*)\/admin$/m);
    },
    dataFolder: found(descendants.map(({ command }) => command).join('\n'), / -D (\/\S+)\/postgres\/data/),
    get output() {
      return output;
    },
    descendants,
  };
};

const found = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`${pattern} is not in:\n${text}`);
  return value;
};

const descendantsOf = (ancestor: number): Descendant[] => {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
  const below = (above: number): Descendant[] =>
    processes
      .filter(({ parent }) => parent === above)
      .flatMap(({ pid, command }) => [{ pid, command }, ...below(pid)]);
  return below(ancestor);
};

const running = ({ descendants }: Demo): Descendant[] =>
  descendants.filter(({ pid }) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });

const ended = async (demo: Demo, act: () => void): Promise<number | null> => {
  const exit = once(demo.process, 'exit');
  act();
  const [code] = await exit;
  return code;
};

describe('npm run demo', () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await startDemo('Press Ctrl-C');
  }, startTimeout);

  afterAll(() => void demo?.process.kill('SIGINT'));

  it('prints the email log with a mail handed over, one carried by a fallback and one failed', () => {
    const rows = demo.output.split('\n').filter((line) => /^ {2}20\d\d-/.test(line));
    expect(rows).toEqual([
      expect.stringMatching(/ failed +smtp +nobody@\S+ .*550 5\.1\.1 .*User unknown/),
      expect.stringMatching(/ sent +smtp +felix@\S+ .*fallback from proxy: The proxy is down/),
      expect.stringMatching(/ sent +proxy +hanna@\S+ +Your files are ready$/),
    ]);
  });

  it('has tickets and a file, which the printed API key reads', async () => {
    const key = found(demo.output, /^API key of Globex.*: (sp_live_\w+)$/m);
    const list = async (path: string) => {
      const response = await fetch(`${demo.address}/api/v1/${path}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      return ((await response.json()) as { data: object[] }).data;
    };
    expect(await list('tickets')).toHaveLength(3);
    expect(demo.output).toMatch(/carl@globex\.example +reply +#1\n +zoe@startup\.example +held/);
    expect(await list('files')).toMatchObject([{ filename: 'Screenshot.png', mime_type: 'image/png' }]);
  });

  it('lets a user who logs in with a printed login read the same over HTTP', async () => {
    const [, email, password] = /^ {2}administrator +(\S+) +(\S+)$/m.exec(demo.output) ?? [];
    const { token } = await logIn(demo, { email, password });
    expect(await emailLog(`${demo.address}/api/portal/v1/email-log`, token)).toMatchObject([
      { status: 'failed', transport: 'smtp', type: 'upload_request', message_id: null },
      { status: 'sent', transport: 'smtp', type: 'ticket_update', fallback: [{ transport: 'proxy' }] },
      { status: 'sent', transport: 'proxy', type: 'transfer_ready', fallback: null },
    ]);
  });

  it('prints a curl line that works', async () => {
    const [, token = '', url = ''] = /^curl -H 'Authorization: JWT (\S+)' '(\S+)'$/m.exec(demo.output) ?? [];
    expect(await emailLog(url, token)).toHaveLength(3);
  });

  it.each(['editor', 'developer', 'technician', 'representative', 'client'])('seeds a %s', async (role) => {
    const [, email, password] = new RegExp(`^ {2}${role} +(\\S+) +(\\S+)$`, 'm').exec(demo.output) ?? [];
    const { user } = await logIn(demo, { email, password });
    expect(user).toMatchObject({ email, role });
  });

  it('prints the code and the link of a sign-in to the client pages, which work', async () => {
    const email = found(demo.output, /^Client pages: \S+\/support, for (\S+)\. /m);
    const send = (path: string, body: object, cookie = '') =>
      fetch(`${demo.address}/api/portal/v1/client${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: demo.address, Cookie: cookie },
        body: JSON.stringify(body),
      });
    expect((await send('/sign-in', { email })).status).toBe(202);
    await expect.poll(() => demo.output, { timeout: 20_000 }).toContain('in another browser');
    const code = found(demo.output, /code (\d{4} \d{4})/);
    const link = found(demo.output, /\/sign-in\/(spl_\w+) /);
    expect(await (await send('/sign-in/verify', { link, code })).json()).toMatchObject({ user: { email } });
  });

  it('stops on Ctrl-C with exit code 0, and leaves neither data nor a process', async () => {
    expect(demo.descendants.map(({ command }) => command)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('start.mjs'),
        expect.stringContaining(demo.dataFolder),
      ]),
    );
    expect(await ended(demo, () => demo.process.kill('SIGINT'))).toBe(0);
    expect(existsSync(demo.dataFolder)).toBe(false);
    await expect.poll(() => running(demo)).toEqual([]);
  });
});

describe('npm run demo, if its portal dies', () => {
  it(
    'ends with exit code 1, and leaves neither data nor a process',
    async () => {
      // Its database runs by then, and would live on.
      const demo = await startDemo('Migrating the database');
      const portal = demo.descendants.find(({ command }) => command.includes('start.mjs'))?.pid ?? 0;
      expect(await ended(demo, () => process.kill(portal, 'SIGKILL'))).toBe(1);
      expect(existsSync(demo.dataFolder)).toBe(false);
      await expect.poll(() => running(demo)).toEqual([]);
    },
    startTimeout,
  );
});

const logIn = async ({ address }: Demo, credentials: object): Promise<{ token: string; user: unknown }> => {
  const response = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return (await response.json()) as { token: string; user: unknown };
};

const emailLog = async (url: string, token: string): Promise<unknown[]> => {
  const response = await fetch(url, { headers: { Authorization: `JWT ${token}` } });
  const { data } = (await response.json()) as { data: unknown[] };
  return data;
};

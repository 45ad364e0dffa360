import type { LookupAddress } from 'node:dns';
import { getServers, setServers } from 'node:dns';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildNameLookup, longestLookup, lookUpName } from '../../src/core/outgoing/guard/nameLookup.ts';
import { startDnsServer, type TestDnsServer } from '../support/servers/dnsServer.ts';

const usual = getServers();
let servers: TestDnsServer;

beforeAll(async () => {
  servers = await startDnsServer();
  setServers([servers.address]);
});

afterAll(async () => {
  setServers(usual);
  await servers.close();
});

it('finds all addresses that the name servers have', async () => {
  servers.set('hooks.example', ['192.0.2.1', '192.0.2.2'], 'A');
  servers.set('hooks.example', ['20010db8000000000000000000000001'], 'AAAA');
  const found = await lookUpName('hooks.example');
  expect(found).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

it('finds names of the hosts file, whatever the servers say', async () => {
  servers.set('localhost', ['192.0.2.9'], 'A');
  expect(await lookUpName('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(servers.asked.filter((question) => question.startsWith('localhost '))).toEqual([]);
});

it(
  'keeps no name waiting for hundreds whose servers hang',
  async () => {
    const hanging = Array.from({ length: 300 }, (_, number) => `h${number}.example`);
    for (const name of hanging) servers.set(name, 'silence');
    servers.set('ready.example', ['192.0.2.3'], 'A');
    const ended: string[] = [];
    const refused: Promise<void>[] = [];
    for (const name of hanging) {
      refused.push(
        expect(lookUpName(name).finally(() => ended.push(name))).rejects.toMatchObject({
          code: expect.stringMatching(/^E(?:TIMEOUT|CANCELLED)$/),
        }),
      );
      // The buffer of the test's server holds some 250 questions: it drops the rest.
      await vi.waitUntil(() => servers.asked.includes(`${name} AAAA`), { interval: 1 });
    }
    expect(await lookUpName('ready.example')).toEqual([{ address: '192.0.2.3', family: 4 }]);
    expect(ended).toEqual([]);
    await Promise.all(refused);
  },
  longestLookup + 60_000,
);

it('refuses a name whose servers fail, without asking the system', async () => {
  servers.set('failing.example', 'SERVFAIL');
  await expect(lookUpName('failing.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

const address: LookupAddress = { address: '192.0.2.4', family: 4 };

const missing = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

it('asks the system for names that the servers do not have, one at a time', async () => {
  let [running, most] = [0, 0];
  const askSystem = vi.fn(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return [address];
  });
  const look = buildNameLookup({ isHost: async () => false, askServers: missing, askSystem });
  const found = await Promise.all(['one', 'two', 'three'].map(look));
  expect(found).toEqual([[address], [address], [address]]);
  expect(most).toBe(1);
});

it('asks no system for a public name that the servers do not have', async () => {
  const askSystem = vi.fn(async () => [address]);
  const look = buildNameLookup({ isHost: async () => false, askServers: missing, askSystem });
  await expect(look('hooks.hanging.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(askSystem).not.toHaveBeenCalled();
});

it('asks once for callers of the same moment, and anew for later ones', async () => {
  const askServers = vi.fn(async () => [address]);
  const look = buildNameLookup({ isHost: async () => false, askServers, askSystem: missing });
  await Promise.all([look('a.example'), look('a.example'), look('b.example')]);
  await look('a.example');
  expect(askServers.mock.calls).toEqual([['a.example'], ['b.example'], ['a.example']]);
});

import type { LookupAddress } from 'node:dns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildNameLookup } from '../../../src/core/outgoing/guard/nameLookup.ts';

const address: LookupAddress = { address: '8.8.8.8', family: 4 };

/** A system whose names below `dark.example` hang, and that counts what it is asked for. */
const start = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  const lookup = buildNameLookup((name) => {
    asked.push(name);
    return name.endsWith('dark.example') ? new Promise<never>(() => {}) : Promise.resolve([address]);
  });
  return { asked, lookup };
};

it('asks for one name of a domain at a time, and for those of others meanwhile', async () => {
  const { asked, lookup } = start();
  for (let number = 0; number < 100; number += 1) void lookup(`h${number}.dark.example`).catch(() => {});
  expect(await lookup('hooks.light.example')).toEqual([address]);
  expect(asked).toEqual(['h0.dark.example', 'hooks.light.example']);
});

it('asks for no other name of a domain that hung, and for one again after five minutes', async () => {
  const { asked, lookup } = start();
  void lookup('a.dark.example');
  const waiting = expect(lookup('b.dark.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  await vi.advanceTimersByTimeAsync(8_001);
  await waiting;
  await expect(lookup('c.dark.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect(asked).toEqual(['a.dark.example']);
  await vi.advanceTimersByTimeAsync(300_000);
  void lookup('d.dark.example');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['a.dark.example', 'd.dark.example']);
});

it('asks for the names of a domain one after the other, also after one that does not exist', async () => {
  const missing = buildNameLookup(async (name) => {
    if (name.startsWith('no.')) throw new Error('ENOTFOUND');
    return [address];
  });
  const names = ['no.light.example', 'a.light.example', 'b.light.example'];
  const found = await Promise.allSettled(names.map(missing));
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

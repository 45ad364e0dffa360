import type { LookupAddress } from 'node:dns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildNameLookup } from '../../../src/core/outgoing/guard/nameLookup.ts';

const address: LookupAddress = { address: '8.8.8.8', family: 4 };

/** Time after which the system gives up a name that hangs, in milliseconds. */
const systemsPatience = 15_000;

/** A system whose names below `dark.example` hang, and that counts what it is asked for. */
const start = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  const lookup = buildNameLookup((name) => {
    asked.push(name);
    if (!name.endsWith('dark.example')) return Promise.resolve([address]);
    return new Promise((_, reject) => setTimeout(() => reject(new Error('EAI_AGAIN')), systemsPatience));
  });
  return { asked, lookup };
};

it('asks for one name at a time, so that one thread is always free for the names of the portal', async () => {
  const { asked, lookup } = start();
  const names = Array.from({ length: 100 }, (_, number) => `h${number}.dark.example`);
  const refused = names.map((name) => expect(lookup(name)).rejects.toThrow());
  const found = lookup('hooks.light.example');
  await vi.advanceTimersByTimeAsync(systemsPatience - 1);
  expect(asked).toEqual(['h0.dark.example']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toEqual([address]);
  await Promise.all(refused);
  expect(asked).toEqual(['h0.dark.example', 'hooks.light.example']);
});

it('asks for other domains between the names of one whose servers are slow', async () => {
  const { asked, lookup } = start();
  const slow = ['a', 'b', 'c'].map((name) => lookup(`${name}.light.example`));
  await Promise.all([...slow, lookup('hooks.bright.example')]);
  expect(asked.slice(0, 2)).toEqual(['a.light.example', 'hooks.bright.example']);
});

it('leaves a domain alone for five minutes once a name of it has hung', async () => {
  const { asked, lookup } = start();
  const hanging = expect(lookup('a.dark.example')).rejects.toThrow('EAI_AGAIN');
  await vi.advanceTimersByTimeAsync(8_001);
  await expect(lookup('b.dark.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  await vi.advanceTimersByTimeAsync(systemsPatience);
  await hanging;
  await vi.advanceTimersByTimeAsync(300_000);
  const again = expect(lookup('c.dark.example')).rejects.toThrow('EAI_AGAIN');
  await vi.advanceTimersByTimeAsync(systemsPatience);
  await again;
  expect(asked).toEqual(['a.dark.example', 'c.dark.example']);
});

it('asks once for callers of the same moment, and anew for later ones', async () => {
  const { asked, lookup } = start();
  await Promise.all([lookup('a.light.example'), lookup('a.light.example'), lookup('b.light.example')]);
  await lookup('a.light.example');
  expect(asked).toEqual(['a.light.example', 'b.light.example', 'a.light.example']);
});

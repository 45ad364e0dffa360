import { expect, it } from 'vitest';
import { UnansweredDns } from '../../../src/features/inbound/authentication/UnansweredDns.ts';
import { buildSilentDomains } from '../../../src/features/inbound/reading/reader.ts';

const start = () => {
  let [now, asked] = [0, 0];
  const unlessSilent = buildSilentDomains(() => now);
  const ask = (
    address: string,
    answer: Promise<string> = Promise.reject(new UnansweredDns('No answer.')),
  ) => {
    answer.catch(() => {});
    return unlessSilent(address, () => {
      asked += 1;
      return answer;
    }).catch((error: Error) => error.message);
  };
  return {
    ask,
    asked: () => asked,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

it('a domain that does not respond is left alone for a minute, after three failures', async () => {
  const { ask, asked, pass } = start();
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    expect(await ask(`${name}@${name}.silent.example`)).toBe('No answer.');
  expect(asked()).toBe(3);
  expect(await ask('f@other.example')).toBe('No answer.');
  expect(asked()).toBe(4);
  pass(60_000);
  expect(await ask('a@silent.example', Promise.resolve('pass'))).toBe('pass');
  expect(await ask('a@silent.example')).toBe('No answer.');
  expect(asked()).toBe(6);
});

it('one that does not respond after the minute is left alone for another one', async () => {
  const { ask, asked, pass } = start();
  for (let count = 0; count < 3; count += 1) await ask('a@silent.example');
  pass(60_000);
  for (let count = 0; count < 3; count += 1) await ask('a@silent.example');
  expect(asked()).toBe(4);
});

it('any other error is no silence', async () => {
  const { ask, asked } = start();
  for (let count = 0; count < 5; count += 1)
    await ask('a@broken.example', Promise.reject(new Error('Broken.')));
  expect(asked()).toBe(5);
});

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { atMost } from '../../../core/shared/concurrency/concurrency.ts';

/** OWASP's second choice of parameters: 64 MiB for about a tenth of a second. */
const cost = { N: 2 ** 16, r: 8, p: 1 } as const;

const keyLength = 32;

/** Each needs its memory for itself, and one of Node's four threads, of which logins take two: one has to stay free for files. */
const oneByOne = atMost(1);

const derive = (password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  oneByOne(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
        // One text has several notations in Unicode, and keyboards differ in theirs.
        scrypt(password.normalize('NFC'), salt, keyLength, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

/** The stored form of a password: `scrypt.<N>.<r>.<p>.<salt>.<key>`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('.');
};

/** The hash of the password that a field holds; null for none. It takes its time, and so comes before the transaction. */
export const passwordHashOf = async (password: string | null | undefined): Promise<string | null> =>
  password === null || password === undefined ? null : hashPassword(password);

/** True if a password is the one that was stored. */
export const isPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = stored.split('.');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** True for the password as it was typed, or without the blanks around it: phones add one to a word that they complete. */
export const isTypedPassword = async (typed: string, stored: string): Promise<boolean> => {
  const bare = typed.trim();
  return (
    (await isPassword(typed, stored)) || (bare !== typed && bare !== '' && (await isPassword(bare, stored)))
  );
};

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * The CMS derives the hash of a password in 600 000 rounds, which takes most of the time of creating a user and of
 * logging in. Here it is one round; processes that tests start are as they are.
 * So is that of the password of a link, which takes 64 MiB as well.
 */

const { pbkdf2 } = crypto;

crypto.pbkdf2 = (password, salt, _iterations, ...rest) => pbkdf2(password, salt, 1, ...rest);

const { scrypt } = crypto;

const quick: typeof scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  ...rest: unknown[]
): void => scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, rest.at(-1) as never);

crypto.scrypt = quick;
syncBuiltinESMExports();

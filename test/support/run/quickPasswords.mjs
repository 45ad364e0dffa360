import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * The CMS derives the hash of a password in 600 000 rounds, which takes most of the time of creating a user and of
 * logging in. Here it is one round; of the processes that tests start, those of `adminBrowser.ts` load this file, too.
 * So is that of the password of a link, which takes 64 MiB as well. Plain JavaScript, for those processes run Node alone.
 */

const { pbkdf2 } = crypto;

/** @type {typeof pbkdf2} */
crypto.pbkdf2 = (password, salt, _iterations, ...rest) => pbkdf2(password, salt, 1, ...rest);

const { scrypt } = crypto;

/** @type {(...given: any[]) => void} */
const quick = (password, salt, length, ...rest) =>
  scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, rest.at(-1));

crypto.scrypt = quick;
syncBuiltinESMExports();

import crypto from 'node:crypto';

/*
 * The CMS derives the hash of a password in 600 000 rounds, which takes most of the time of creating a user and of
 * logging in. Here it is one round; processes that tests start are as they are.
 */

const { pbkdf2 } = crypto;

crypto.pbkdf2 = (password, salt, _iterations, ...rest) => pbkdf2(password, salt, 1, ...rest);

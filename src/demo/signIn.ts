import { logins } from './people.ts';

/** The secrets of a sign-in's mail. */
interface SignInMail {
  readonly code: string;
  readonly link: string;
}

/** Reads a raw mail; null for one that is no mail of a sign-in. */
export const readSignInMail = (raw: string): SignInMail | null => {
  const text = raw.replaceAll('=\r\n', '');
  const code = /\b\d{4} \d{4}\b/.exec(text)?.[0];
  const link = /https?:\/\/\S+\/sign-in\/spl_[\dA-Za-z]{43}/.exec(text)?.[0];
  return code && link ? { code, link } : null;
};

/** Prints each mail of a sign-in as it arrives. */
export const printSignIn = ({ code, link }: SignInMail): void =>
  console.log(
    `\nSign-in of ${logins.client}: code ${code}\n${link} (in another browser than the one that asked, with the code)`,
  );

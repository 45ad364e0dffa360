import type { Limit } from '../../../core/http/rate-limit/allowance.ts';

interface Caller {
  /** The address in lower case. */
  readonly email: string;
  /** It is null if it is not known. */
  readonly network: string | null;
  /** The name of a browser that has signed in as this address; null for a strange one. */
  readonly browser: string | null;
}

const hour = 3_600;

/** Seconds after which a mail can be sent again. */
export const resendAfter = 30;

/**
 * The limits of a request for a mail. A browser that signed in before has its own, so that strangers who use up those of an
 * address lock no one out.
 */
export const mailLimits = ({ email, network, browser }: Caller): readonly Limit[] => {
  const of = (subject: string, most: number, seconds = hour): Limit => ({ subject, most, seconds });
  if (browser !== null) return [of(`known-pause ${browser}`, 1, resendAfter), of(`known ${browser}`, 5)];
  const caller = `${email} ${network ?? ''}`;
  return [
    of(`pause ${caller}`, 1, resendAfter),
    of(`caller ${caller}`, 5),
    of(`address ${email}`, 20),
    ...(network === null ? [] : [of(`network ${network}`, 30)]),
  ];
};

/** The limit of tries to verify. */
export const verifyLimits = (caller: Pick<Caller, 'network'>): readonly Limit[] =>
  caller.network === null ? [] : [{ subject: `verify ${caller.network}`, most: 60, seconds: hour }];

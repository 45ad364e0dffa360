import type { TextKey, TranslateText } from '../../../../core/texts/text.ts';

interface Hint {
  readonly matches: RegExp;
  readonly advice: TextKey;
}

/**
 * Common errors of mail servers and providers (RFC 5321 and RFC 3463 codes, and Node's connection errors), the
 * more specific ones first. For display only: no code branches on them.
 */
const hints: readonly Hint[] = [
  {
    matches: /connect one under settings|no transport/i,
    advice: 'emailLog:hint:noTransport',
  },
  {
    matches: /\b535\b|5\.7\.8|authentication (failed|unsuccessful)|invalid login|bad credentials/i,
    advice: 'emailLog:hint:login',
  },
  {
    matches: /\b530\b|starttls/i,
    advice: 'emailLog:hint:tls',
  },
  {
    matches: /dmarc|5\.7\.26|\bspf\b|\bdkim\b/i,
    advice: 'emailLog:hint:authentication',
  },
  {
    matches: /blocklist|blacklist|spamhaus|reputation|\bspam\b/i,
    advice: 'emailLog:hint:spam',
  },
  {
    matches: /relay/i,
    advice: 'emailLog:hint:relay',
  },
  {
    matches:
      /[45]\.2\.2|mailbox (is )?full|\b(mailbox|user|account|recipient)\b.{0,40}(over quota|quota exceeded)|^552\b.*quota/i,
    advice: 'emailLog:hint:full',
  },
  {
    matches: /5\.3\.4|message (is )?too (big|large)|size limit/i,
    advice: 'emailLog:hint:tooLarge',
  },
  {
    matches: /5\.1\.[78]|sender (address )?(rejected|refused)|not owned by/i,
    advice: 'emailLog:hint:sender',
  },
  {
    matches: /5\.1\.[01236]|user unknown|no such user|mailbox (not found|unavailable)/i,
    advice: 'emailLog:hint:recipient',
  },
  {
    matches: /greylist|\b4(21|50|51)\b|[^\d.]4\.\d\.\d/i,
    advice: 'emailLog:hint:temporary',
  },
  {
    matches: /\b5(50|54)\b|5\.7\.1/,
    advice: 'emailLog:hint:policy',
  },
  {
    matches: /http 40[13]|unauthorized/i,
    advice: 'emailLog:hint:token',
  },
  {
    matches: /http 429|rate limit|too many requests|over quota|quota exceeded/i,
    advice: 'emailLog:hint:limit',
  },
  { matches: /ECONNREFUSED/, advice: 'emailLog:hint:refused' },
  {
    matches: /ENOTFOUND|EAI_AGAIN|getaddrinfo/,
    advice: 'emailLog:hint:notFound',
  },
  {
    matches: /ETIMEDOUT|timed? ?out|no greeting/i,
    advice: 'emailLog:hint:timeout',
  },
  {
    matches: /certificate|self[- ]signed|CERT_|wrong version number/i,
    advice: 'emailLog:hint:certificate',
  },
];

/** Advice on an error in a sentence; null for an unknown one. */
export const hintFor = (error: string, t: TranslateText): string | null => {
  const hint = hints.find(({ matches }) => matches.test(error));
  return hint ? t(hint.advice) : null;
};

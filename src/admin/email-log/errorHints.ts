interface Hint {
  readonly matches: RegExp;
  readonly advice: string;
}

/**
 * Common errors of mail servers and providers (RFC 5321 and RFC 3463 codes, and Node's connection errors), the
 * more specific ones first. For display only: no code branches on them.
 */
const hints: readonly Hint[] = [
  {
    matches: /connect one under settings|no transport/i,
    advice: 'Connect a provider under Settings → Notifications.',
  },
  {
    matches: /\b535\b|5\.7\.8|authentication (failed|unsuccessful)|invalid login|bad credentials/i,
    advice:
      'The server rejected the login. Check user name and password under Settings; many providers want an app password or an API key instead.',
  },
  {
    matches: /\b530\b|starttls/i,
    advice: 'The server wants TLS or a login first. Set user and password, or TLS, under Settings.',
  },
  {
    matches: /dmarc|5\.7\.26|\bspf\b|\bdkim\b/i,
    advice: 'The sender’s domain is not authenticated. Add the provider’s SPF and DKIM records to its DNS.',
  },
  {
    matches: /blocklist|blacklist|spamhaus|reputation|\bspam\b/i,
    advice:
      'The server took the mail for spam, or its sender for a spammer. Ask the provider about the reputation of the address it sends from.',
  },
  {
    matches: /relay/i,
    advice:
      'The server does not send for this sender. Log in to it, or use a sender of a domain that it knows.',
  },
  {
    matches:
      /[45]\.2\.2|mailbox (is )?full|\b(mailbox|user|account|recipient)\b.{0,40}(over quota|quota exceeded)|^552\b.*quota/i,
    advice: 'The recipient’s mailbox is full. Reach them some other way; another attempt may work later.',
  },
  {
    matches: /5\.3\.4|message (is )?too (big|large)|size limit/i,
    advice: 'The mail is larger than the server takes. Send a link in place of attachments.',
  },
  {
    matches: /5\.1\.[78]|sender (address )?(rejected|refused)|not owned by/i,
    advice: 'The server rejected the sender. Set one that the provider allows under Settings.',
  },
  {
    matches: /5\.1\.[01236]|user unknown|no such user|mailbox (not found|unavailable)/i,
    advice: 'The server knows no such recipient. Check the address.',
  },
  {
    matches: /greylist|\b4(21|50|51)\b|[^\d.]4\.\d\.\d/i,
    advice: 'The rejection is temporary. Another attempt in a few minutes often works.',
  },
  {
    matches: /\b5(50|54)\b|5\.7\.1/,
    advice: 'The server rejected the mail by its own rules; its reply says which.',
  },
  {
    matches: /http 40[13]|unauthorized/i,
    advice: 'The provider rejected the token. Set a new one under Settings.',
  },
  {
    matches: /http 429|rate limit|too many requests|over quota|quota exceeded/i,
    advice: 'Too many mails for the provider’s limit. Try again later, or raise the limit.',
  },
  { matches: /ECONNREFUSED/, advice: 'Nothing listens at that host and port. Check both under Settings.' },
  {
    matches: /ENOTFOUND|EAI_AGAIN|getaddrinfo/,
    advice: 'The host’s name was not found. Check it under Settings.',
  },
  {
    matches: /ETIMEDOUT|timed? ?out|no greeting/i,
    advice:
      'The server did not answer in time. Check host and port, and whether a firewall keeps the connection from getting out: many hosts block port 25.',
  },
  {
    matches: /certificate|self[- ]signed|CERT_|wrong version number/i,
    advice:
      'The TLS connection could not be trusted. Check the host’s name, and that “TLS from the first byte” fits the port: 465 with it, 587 without.',
  },
];

/** Advice on an error in a sentence; null for an unknown one. */
export const hintFor = (error: string): string | null =>
  hints.find(({ matches }) => matches.test(error))?.advice ?? null;

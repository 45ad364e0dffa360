const mask = '[masked]';

/**
 * Shorter secrets are parts of ordinary words: masking them would shred texts and hide nothing. The length is in
 * characters.
 */
const shortestSecret = 4;

/**
 * Replaces credentials in a subject or an error by `[masked]`, before the log stores it: the CMS's tokens (runs of
 * exactly 40 hex digits), JWTs, keys with a known prefix, `knownSecrets` (plain, percent-encoded and within
 * base64, as in AUTH), and the values of token, key, code and signature parameters in URLs. Everything else
 * stays as it is. Takes time in proportion to the text.
 */
export const maskSecrets = (text: string, knownSecrets: readonly string[] = []): string =>
  maskCredentials(maskKnownSecrets(text, knownSecrets));

const maskCredentials = (text: string): string => maskUrlValues(maskHexTokens(maskKeys(maskJwts(text))));

/** Replaces only these secrets by `[masked]`: plain, percent-encoded and within base64, as in AUTH. */
export const maskKnownSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(maskKnown, text);

const maskHexTokens = (text: string): string =>
  text.replace(/(?<![\dA-Fa-f])[\dA-Fa-f]{40}(?![\dA-Fa-f])/g, mask);

/** The portal’s own tokens begin with `sp_live_`, or with `sp`, a letter of their kind and `_`. */
const keys =
  /(?<!\w)(?:(?:sp_live_|sp[a-z]_|re_|xkeysib-|sk_|rk_)[\w-]{16,}|SG\.[\w-][\w.-]{14,}[\w-]|key-[\dA-Za-z]{16,}[\w-]*)/g;

const maskKeys = (text: string): string => text.replace(keys, mask);

const maskJwts = (text: string): string => text.replace(/[\w.-]{16,}/g, maskJwtIn);

/**
 * The length of a JWT at the start of a text: three parts, the last one possibly empty, or five if it is encrypted. Else 0.
 */
const jwtLength = (parts: readonly string[]): number => {
  const [header = '', payload = ''] = parts;
  if (header.length < 8 || payload.length < 4 || parts.length < 3) return 0;
  const isEncrypted = parts.length === 5 && parts.slice(2).every((part) => part !== '');
  return parts.slice(0, isEncrypted ? 5 : 3).join('.').length;
};

/** Every JWT begins with `{"` in base64. */
const maskJwtIn = (run: string): string => {
  let masked = '';
  let rest = run;
  for (;;) {
    const start = rest.indexOf('eyJ');
    const length = start < 0 ? 0 : jwtLength(rest.slice(start).split('.', 5));
    if (length > 0) {
      masked += rest.slice(0, start) + mask;
      rest = rest.slice(start + length);
    } else {
      const next = start < 0 ? -1 : rest.indexOf('.', start);
      if (next < 0) return masked + rest;
      masked += rest.slice(0, next);
      rest = rest.slice(next);
    }
  }
};

const maskUrlValues = (text: string): string =>
  text.replace(
    /([?&#](?:amp;)?)([\w.[\]%-]{1,64})=([^\s&#"'<>]+)/g,
    (found, separator: string, name: string, value: string) => {
      if (!isSecretParameter(name)) return found;
      const trailing = /[).,;:!?}]{0,8}$/.exec(value.slice(-8))?.[0] ?? '';
      return `${separator}${name}=${trailing.length === value.length ? value : mask + trailing}`;
    },
  );

const secretWords = new Set(['token', 'key', 'code', 'signature', 'sig', 'apikey', 'authcode', 'passcode']);

/** `reset_token`, `apiKey` and `X-Amz-Signature`, but not `keyword` or `postcode`. */
const isSecretParameter = (name: string): boolean =>
  name
    .split(/[^\dA-Za-z]+|(?<=[\da-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .some((word) => secretWords.has(word) || word.endsWith('token') || word.endsWith('signature'));

const maskKnown = (text: string, secret: string): string => {
  if (secret.length < shortestSecret) return text;
  const plain = text.replaceAll(secret, mask).replaceAll(percentEncoded(secret), mask);
  return base64Cores(secret).reduce(maskBase64Around, plain);
};

/** Percent-encodes a secret by way of a buffer, because a lone surrogate has no percent-encoding. */
const percentEncoded = (secret: string): string => encodeURIComponent(Buffer.from(secret).toString());

/**
 * The parts that the base64 of any text around a secret must contain. The secret may begin at each of the three places of a
 * group, and only whole groups do not depend on the bytes beside it.
 */
const base64Cores = (secret: string): string[] =>
  [0, 1, 2]
    .map((offset) => {
      const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
      const encoded = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
      return offset === 0 ? encoded : encoded.slice(4);
    })
    .filter((core) => core.length >= shortestSecret);

const maskBase64Around = (text: string, core: string): string => {
  let masked = '';
  let from = 0;
  for (let found = text.indexOf(core); found >= 0; found = text.indexOf(core, from)) {
    let start = found;
    while (start > from && isBase64(text.charAt(start - 1))) start--;
    let end = found + core.length;
    while (end < text.length && isBase64(text.charAt(end))) end++;
    masked += text.slice(from, start) + mask;
    from = end;
  }
  return masked + text.slice(from);
};

const isBase64 = (character: string): boolean => /[\dA-Za-z+/=]/.test(character);

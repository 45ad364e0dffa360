import addressparser from 'nodemailer-10/lib/addressparser';

type Check = (value: string | null | undefined) => string | true;

const unlessEmpty =
  (isRight: (value: string) => boolean, message: string): Check =>
  (value) =>
    !value || isRight(value) || message;

export const checkSender = unlessEmpty((value) => {
  if (/[\r\n\0]/.test(value)) return false;
  const mailboxes = addressparser(value, { flatten: true });
  return mailboxes.length === 1 && /^[^\s@]+@[^\s@]+$/.test(mailboxes[0]?.address ?? '');
}, 'Give one sender, as Name <address>.');

export const checkHost = unlessEmpty(
  (value) => /^(?!-)[\w.-]{1,253}$|^\[?[\da-f:.]+\]?$/i.test(value),
  'Give a host name or an address, without a port.',
);

export const checkHttpAddress = unlessEmpty((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;
}, 'Give an address that begins with https:// or http://, without credentials in it.');

export const checkToken = unlessEmpty(
  (value) => /^[\x21-\x7e]+$/.test(value),
  'Give the token as it is: no white space, nothing that a header cannot carry.',
);

export const checkSecret = (value: unknown): string | true =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.length <= 1_000 && !value.includes('\0')) ||
  'Give text of 1000 characters at most.';

export const checkPort = (value: unknown): string | true =>
  value === null ||
  value === undefined ||
  (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535) ||
  'Give a port, 1 to 65535.';

export const checkInboundAddress = unlessEmpty(
  (value) => /^[^\s@<>",;:\\()[\]]{1,64}@[^\s@<>",;:\\()[\]]+$/.test(value.trim()),
  'Give one address, as local@domain.',
);

export const checkAuthservId = unlessEmpty(
  (value) => /^[\w.:-]{1,253}$/.test(value.trim()),
  'Give the name as it stands in Authentication-Results, such as mx.example.com.',
);

export const checkTokenAddress = unlessEmpty((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url?.hostname ?? '');
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback));
}, 'Give an address that begins with https://.');

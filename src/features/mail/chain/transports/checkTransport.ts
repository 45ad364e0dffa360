import { z } from 'zod';
import { OptionError } from '../../../../core/shared/errors/startErrors.ts';

const text = z.string('has to be a text').regex(/\S/, 'has to be a text');
const flag = z.boolean('has to be true or false').optional();
const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  const message = `has to be a whole number ${range}`;
  return z.int(message).min(least, message).max(most, message);
};
const milliseconds = z
  .number('has to be a number of milliseconds')
  .min(0, 'has to be a number of milliseconds');
const limits = z
  .record(z.string(), milliseconds.optional(), 'has to be an object of milliseconds')
  .optional();
const httpAddress = text.refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'has to be an address that begins with https:// or http://',
);

const shapes = {
  smtpTransport: z.object({
    host: text,
    port: whole(1, 65_535).nullish(),
    secure: flag,
    requireTLS: flag,
    user: z.string('has to be a text').nullish(),
    password: z.string('has to be a text').nullish(),
    maxConnections: whole(1).optional(),
    limits,
  }),
  proxyTransport: z.object({ url: httpAddress, token: z.string('has to be a text').nullish(), limits }),
  phpmailTransport: z.object({ path: text.optional(), limits }),
};

/**
 * Checks the argument of a transport, which often comes from a variable that is not set.
 *
 * @throws {OptionError} that names the first invalid part, and never its value
 */
export const checkTransport = (transport: keyof typeof shapes, given: unknown): void => {
  const [issue] = shapes[transport].safeParse(given).error?.issues ?? [];
  if (!issue) return;
  if (issue.path.length === 0)
    throw new OptionError('mail.transports', `has a ${transport} whose argument has to be an object.`);
  throw new OptionError(
    'mail.transports',
    `has a ${transport} whose ${issue.path.join('.')} ${issue.message}.`,
  );
};

import type { Config } from 'payload';
import { presentRequestId } from './request/requestContext.ts';
import { maskSecrets } from './shared/secrets/masking.ts';

/** An error in the form that the log keeps; its other properties may hold a user's input. */
interface LoggedError {
  readonly type: string;
  /** The code of PostgreSQL or of the system. */
  readonly code?: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** The values of a statement that failed follow its text in the message: tokens, hashes, what clients wrote. */
const startOfValues = '\nparams: ';

const longestChain = 5;

/** Longest text of a line, in characters: an error may repeat what a request sent, which is a mebibyte. */
const longestText = 8_000;

const beginningOf = (text: string): string => {
  const masked = maskSecrets(text);
  return masked.length > longestText ? `${masked.slice(0, longestText)}…` : masked;
};

/** The parts of an error that may be logged: its place and its cause, but no values of statements and no credentials. */
export const describeError = (error: unknown, depth = 1): LoggedError => {
  if (!(error instanceof Error))
    return { type: typeof error, message: beginningOf(String(error)), stack: '' };
  const { message, stack = '', cause } = error;
  const code: unknown = Reflect.get(error, 'code');
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return {
    type: kindOf(error),
    ...(typeof code === 'string' && { code }),
    message: beginningOf(message.split(startOfValues)[0] ?? ''),
    stack: beginningOf(frames.trimStart()),
    ...(cause !== undefined && depth < longestChain && { cause: describeError(cause, depth + 1) }),
  };
};

/**
 * An error's own name; if a build has shortened that to a letter or two, its class. Errors of the CMS have the names of
 * their classes.
 */
const kindOf = (error: Error): string => [error.name, error.constructor.name].find(saysSomething) ?? 'Error';

const saysSomething = (kind: unknown): kind is string =>
  typeof kind === 'string' && kind.length > 2 && kind.toLowerCase() !== 'error';

type StructuredLogger = Extract<Config['logger'], { options: unknown }>;

/**
 * A log for `logger` of a Payload config: one line of JSON each, on the portal's own server with the id of the request
 * that caused it. Unlike the CMS's own it tells errors without the values of their statements, and masks credentials.
 *
 * @param destination default: stdout
 */
export const structuredLogger = (destination?: StructuredLogger['destination']): StructuredLogger => ({
  options: {
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    mixin: () => {
      const requestId = presentRequestId();
      return requestId ? { requestId } : {};
    },
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: {
      logMethod(args, method) {
        method.apply(this, withMessage(args).map(fitText) as typeof args);
      },
    },
  },
  ...(destination && { destination }),
});

const fitText = (arg: unknown): unknown => (typeof arg === 'string' ? beginningOf(arg) : arg);

/** Adds a message to a line that has none. Otherwise pino would take the error's own, unmasked. */
const withMessage = (args: readonly unknown[]): unknown[] => {
  const [entry, ...rest] = args;
  const error: unknown = entry instanceof Error ? entry : entry && Reflect.get(Object(entry), 'err');
  const isSilent = rest.length === 0 && !(typeof entry === 'object' && entry !== null && 'msg' in entry);
  if (!(error instanceof Error) || !isSilent) return [...args];
  const subject = entry instanceof Error ? { err: entry } : entry;
  return [subject, describeError(error).message];
};

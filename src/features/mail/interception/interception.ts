import { AsyncLocalStorage } from 'node:async_hooks';
import addressparser from 'nodemailer-10/lib/addressparser';
import type { EmailAdapter, Payload, SendEmailOptions } from 'payload';
import type { MailOutcome, TellTry } from '../chain/chain.ts';
import { type Ending, endingOf, type GivenMail, type Journey, resume } from './journey.ts';

type Adapter = Payload['email'];

type SendEmail = (message: SendEmailOptions) => Promise<unknown>;

/** Must be called before a transport gets the mail, with the mail as the adapter got it. */
export type Trying = (mail: GivenMail, ...tried: Parameters<TellTry>) => void;

export interface MailInterceptor {
  /** Called once for each mail; `proceed` calls the adapter, including anything that wraps it. It never rejects. */
  around(mail: GivenMail, proceed: (trying: Trying) => Promise<Journey>): Promise<unknown>;
  /** Called in the adapter's place. */
  carry(mail: GivenMail, way: Way): Promise<Carried>;
}

/** The ways on for a mail that has reached the adapter. */
export interface Way {
  readonly trying: TellTry;
  /** Calls the adapter's own function, which may hand the mail to an adapter that it wraps. Never rejects. */
  readonly original: (message: SendEmailOptions) => Promise<Journey>;
}

export interface Carried {
  readonly outcome: MailOutcome;
  /** The ending for the caller of the adapter. */
  readonly ending: Ending;
}

/**
 * One mail between `around` and `carry`. Functions of the app stand between the two, and hand on what they like: so what `carry`
 * returns is kept here for `around`.
 */
interface Flight {
  mail: GivenMail;
  carried: MailOutcome | null;
  trying: Trying;
}

const mark = Symbol.for('payload-support-portal.mail');
const intercepted = Symbol.for('payload-support-portal.intercepted');

type MarkedMessage = SendEmailOptions & { [mark]?: Flight };

/**
 * Catches every mail of a Payload instance exactly once, whichever code sets the adapter and whenever: `payload.email` and
 * `payload.sendEmail` become properties that instrument the functions assigned to them. Payload captures the one from the
 * other while it starts, so this has to run before the adapter is loaded (when the database is made).
 */
export const interceptMail = (payload: Payload, interceptor: MailInterceptor): void => {
  const inFlight = new AsyncLocalStorage<Flight>();

  const boundary = (send: SendEmail, adapterName: () => string): SendEmail => {
    if (intercepted in send) return send;
    const sendEmail: SendEmail = (message) => {
      const outer = inFlight.getStore();
      if (outer && isSameMail(outer, message)) return send(message);
      const mail = { message, adapterName: adapterName() };
      const flight: Flight = { mail, carried: null, trying: () => {} };
      const proceed = (trying: Trying): Promise<Journey> => {
        flight.trying = trying;
        return journeyOf(flight, () => send(withMark(message, flight)));
      };
      return inFlight.run(flight, () => interceptor.around(mail, proceed));
    };
    return Object.assign(sendEmail, { [intercepted]: true });
  };

  const carrier =
    (adapter: Adapter, original: SendEmail): SendEmail =>
    async (message) => {
      const flight = (message as MarkedMessage)[mark] ?? inFlight.getStore();
      if (!flight) throw new Error('A mail reached the adapter without passing the portal.');
      const mail = { message: withoutMark(message), adapterName: adapter.name };
      // A wrapper may have tried another adapter before, whose outcome is not this one's.
      Object.assign(flight, { mail, carried: null });
      const { outcome, ending } = await interceptor.carry(mail, {
        trying: (...tried) => flight.trying(mail, ...tried),
        original: (sent) => journeyOf(flight, () => original(sent)),
      });
      flight.carried = outcome;
      return resume(ending);
    };

  const instrumented = new WeakSet<Adapter>();

  const instrument = (adapter: Adapter): Adapter => {
    if (instrumented.has(adapter)) return adapter;
    const name = () => adapter.name;
    let sendEmail = boundary(carrier(adapter, adapter.sendEmail.bind(adapter)), name);
    const proxy = new Proxy(adapter, {
      get: (target, property) =>
        property === 'sendEmail' ? sendEmail : Reflect.get(target, property, target),
      set: (target, property, value) => {
        if (property !== 'sendEmail') return Reflect.set(target, property, value, target);
        sendEmail = boundary(value, name);
        return true;
      },
    });
    instrumented.add(proxy);
    return proxy;
  };

  let email = payload.email && instrument(payload.email);
  defineLiveProperty(
    payload,
    'email',
    () => email,
    (adapter) => {
      email = instrument(adapter);
    },
  );

  let sendEmail: SendEmail | undefined;
  defineLiveProperty(
    payload,
    'sendEmail',
    () => sendEmail,
    (send) => {
      sendEmail = send && boundary(send, () => email.name);
    },
  );
};

const journeyOf = async (flight: Flight, send: () => Promise<unknown>): Promise<Journey> => {
  const ending = await endingOf(send);
  const { mail, carried } = flight;
  return { mail, carried, ending };
};

/**
 * A wrapper may hand on a copy of the message, with the mark, or build a new one without it. On the way of one
 * mail, another with the same recipients and subject is taken for the same mail; any other is a mail of its own.
 */
const isSameMail = (outer: Flight, message: MarkedMessage): boolean =>
  message?.[mark] ? message[mark] === outer : addressing(message) === addressing(outer.mail.message);

const addressing = (message: SendEmailOptions): string =>
  JSON.stringify([message?.to, message?.cc, message?.bcc, message?.subject]);

const withMark = (message: SendEmailOptions, flight: Flight): MarkedMessage => ({
  ...message,
  [mark]: flight,
});

const withoutMark = ({ [mark]: _mark, ...message }: MarkedMessage): SendEmailOptions => message;

const defineLiveProperty = <Key extends 'email' | 'sendEmail'>(
  payload: Payload,
  property: Key,
  get: () => Payload[Key] | undefined,
  set: (value: Payload[Key]) => void,
): void => {
  Object.defineProperty(payload, property, { configurable: true, enumerable: true, get, set });
};

const standIn = 'payload-support-portal';

/** The names of adapters that carry nothing: the portal's own stand-in, and the CMS's, which prints to the console. */
const idleAdapters: readonly string[] = [standIn, 'console'];

export const carriesNothing = (adapterName: string): boolean => idleAdapters.includes(adapterName);

/** Sender of an app that names none. */
export const fallbackSender = 'Support <support@localhost>';

/**
 * The adapter of an app without one: it gives the CMS's auth mails a sender. Its mails are carried by the chain; without a
 * chain they fail, with an error that names the reason.
 */
export const portalAdapter =
  (from: string): EmailAdapter =>
  () => {
    const [sender] = addressparser(from, { flatten: true });
    return {
      name: standIn,
      defaultFromName: sender?.name ?? '',
      defaultFromAddress: sender?.address ?? '',
      sendEmail: () => Promise.reject(new Error('The portal carries mail by its chain of transports alone.')),
    };
  };

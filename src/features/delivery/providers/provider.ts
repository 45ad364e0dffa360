import { ApiError } from '../../../core/shared/errors/errors.ts';
import { cutAtWord, toStorable } from '../../../core/shared/text/text.ts';
import { holdsMoreValues, mostValues } from '../../../core/shared/values/tooMany.ts';
import { say } from '../../../core/texts/say.ts';
import type { DeliveryState, MailEvent } from '../../email-log/feature.ts';

/** A provider's request with events. */
export interface EventRequest {
  readonly headers: Headers;
  /** The body as received: signatures are over these bytes. */
  readonly body: Buffer;
}

/** A token that its provider uses for one request: its signature does not cover the body, so it would sign others too. */
export interface RequestToken {
  /** All that is signed. */
  readonly signed: string;
  /** End of the time for which its signature is accepted. */
  readonly expiresAt: Date;
}

export interface EventProvider {
  /** The token of a request that `read` took. Left out by providers that sign the body. */
  tokenOf?(request: EventRequest): RequestToken;
  /**
   * Verifies a request and reads its events. Leaves out events that say nothing about a delivery, and those without a
   * recipient or an identifier of the mail.
   *
   * @param secret the provider's secret from Settings or the environment
   * @throws {ApiError} `unauthorized` if the signature or the credential is wrong or too old; `bad_request` if the body is
   * not JSON, `validation_failed` if it is not one of the provider's
   */
  read(request: EventRequest, secret: string): Promise<readonly MailEvent[]>;
}

/** An event as a provider tells it. */
export interface ToldEvent {
  readonly id: string | null | undefined;
  readonly names: readonly (string | null | undefined)[];
  readonly recipients: readonly (string | null | undefined)[];
  readonly state: DeliveryState;
  readonly isPermanent?: boolean;
  /** The words of the recipient's server, in parts. */
  readonly detail?: readonly (string | null | undefined)[];
  readonly at: Date;
}

export const mostEvents = 10_000;

/** The state for a provider's name of an event; undefined for a name that says nothing of a delivery. */
export const stateOf = (
  states: Readonly<Record<string, DeliveryState>>,
  name: string,
): DeliveryState | undefined => (Object.hasOwn(states, name) ? states[name] : undefined);
const longestId = 255;
const longestAddress = 320;
const longestDetail = 500;

/** The events of a reported one: one for each recipient. None without an id, a name or a recipient. */
export const eventsOf = ({
  id,
  names,
  recipients,
  state,
  isPermanent = false,
  detail = [],
  at,
}: ToldEvent): readonly MailEvent[] => {
  const eventId = cut(cleaned(id));
  const messageIds = names.map((name) => cut(cleaned(name).replace(/^<|>$/g, ''))).filter(Boolean);
  if (eventId === '' || messageIds.length === 0) return [];
  const words = cleaned([...new Set(detail.map(cleaned).filter(Boolean))].join(': '));
  return recipients
    .slice(0, mostEvents)
    .map(addressIn)
    .filter((address) => address.includes('@') && address.length <= longestAddress)
    .map((recipient) => ({
      eventId,
      messageIds: [...new Set(messageIds)],
      recipient,
      state,
      isPermanent: isPermanent && state === 'bounced',
      detail: cutAtWord(words, longestDetail) || null,
      at: isPlausible(at) ? at : new Date(),
    }));
};

/**
 * The text on one line, as PostgreSQL can store it. Longer texts are cut first: they are the provider's, but no one needs
 * them.
 */
const cleaned = (text: string | null | undefined): string =>
  toStorable((text ?? '').slice(0, 10_000))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** A pair that the cut has halved could not be stored. */
const cut = (text: string): string => toStorable(text.slice(0, longestId));

/** Some events have `Ann <ann@example.com>`. */
const addressIn = (text: string | null | undefined): string => {
  const address = cleaned(text);
  return /<([^<>]+)>$/.exec(address)?.[1] ?? address;
};

/** A moment far ahead would be the latest event for good. */
const isPlausible = (at: Date): boolean =>
  at.getUTCFullYear() > 2000 && at.getTime() < Date.now() + 86_400_000;

export const wrongCredential = (message: string): ApiError => new ApiError('unauthorized', message);

/**
 * A body that is parsed before its signature is known to be right is anyone's, so it may hold no more than any stranger's.
 *
 * @throws {ApiError} `bad_request`, `payload_too_large` for too many values
 */
export const jsonOf = (body: Buffer, most: number = mostValues.usual): unknown => {
  if (holdsMoreValues(body, most))
    throw new ApiError('payload_too_large', say('errors:tooManyValues', { most }));
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ApiError('bad_request', 'The body is not valid JSON in UTF-8.');
  }
};

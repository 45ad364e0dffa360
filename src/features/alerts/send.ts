import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { eraseInQueue } from '../../core/jobs/eraseInQueue.ts';
import type { JobHandler, Queue } from '../../core/jobs/jobs.ts';
import { buildSender, type Sender } from '../../core/outgoing/sending/sender.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { addressesOf, noteAddress } from './addresses.ts';
import type { Alert, AlertAddress } from './vocabulary.ts';

/** An alert on its way to one address. */
interface AlertJob {
  readonly address: AlertAddress;
  readonly alert: Alert;
}

export const alertQueue: Queue<AlertJob> = { name: 'alerts', leaseSeconds: 30 };

/** Number of attempts before an alert is given up: they last about a day. */
const mostTries = 150;

/** Sends alerts by the guard and the connections of webhooks. An address that hangs or fails delays no other. */
export const buildSendAlert = (payload: Payload, portal: PortalContext): JobHandler<AlertJob> => {
  const sender = buildAlertSender(portal);
  const titleOf = (kind: string) =>
    portal.features.flatMap(({ alerts }) => alerts?.[kind]?.title ?? []).at(0) ?? kind;
  return async ({ data: { address, alert }, claims }, signal) => {
    const isWanted = (await addressesOf(payload)).some(({ url }) => url === address.url);
    if (!isWanted) return;
    const error = await sendAlert({ sender, address, alert, title: titleOf(alert.kind), signal });
    await noteAddress(payload, address.url, error);
    if (error !== null && claims < mostTries) throw new Error(`${new URL(address.url).host}: ${error}`);
  };
};

export const buildAlertSender = ({ options }: PortalContext): Sender =>
  buildSender({ allowedNetworks: options.webhooks.allowedNetworks });

interface SentAlert {
  readonly sender: Sender;
  readonly address: AlertAddress;
  readonly alert: Alert;
  /** The title of its kind, for Slack. */
  readonly title: string;
  readonly signal?: AbortSignal;
}

/** @returns the reason for which the address did not take it; null if it did */
export const sendAlert = async ({
  sender,
  address: { url, format },
  alert,
  title,
  signal,
}: SentAlert): Promise<string | null> => {
  const body = JSON.stringify(format === 'slack' ? { text: textOf(alert, title) } : alert);
  const headers = { 'content-type': 'application/json', 'user-agent': 'payload-support-portal' };
  const outcome = await sender.send({ url, headers, body }, signal);
  return outcome.kind === 'delivered' ? null : outcome.error;
};

/**
 * An alert as Slack shows it.
 *
 * @param title the title of its kind
 */
const textOf = ({ state, since, count, detail, url }: Alert, title: string): string => {
  const subject = `*Support portal: ${title}*`;
  const when = state === 'ended' ? `is over; it began at ${since}` : `${stateWords[state]} ${since}`;
  const lines = [`${subject} (${when}, count ${count})`, detail && escaped(detail), url && `<${url}>`];
  return lines.filter(Boolean).join('\n');
};

const stateWords = { began: 'since', continues: 'still, since' } as const;

/** Slack's own three characters: a server's error may hold a link or a mention. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Takes an address out of the alerts and of those that wait to be sent. */
export const eraseInAlerts = async (erasure: AddressErasure): Promise<void> => {
  const { payload, inText, placeholder } = erasure;
  await eraseInQueue(erasure, alertQueue);
  await postgresOf(payload).pool.query(
    `update support_portal.alerts set detail = regexp_replace(detail, $1, $2, 'gi') where detail ~* $1`,
    [inText, placeholder],
  );
};

import type { Payload } from 'payload';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import type { MailSettings } from '../settings/feature.ts';
import { mailSettings } from '../settings/feature.ts';
import type { MailTransport } from './chain/transport.ts';
import { proxyTransport } from './chain/transports/proxy.ts';
import { smtpTransport } from './chain/transports/smtp.ts';
import { carriesNothing } from './interception/interception.ts';

export interface ConnectedMail {
  /** The chain, in order. It is null if the app's own adapter carries the mail. */
  readonly transports: readonly MailTransport[] | null;
  /** The sender that Settings name. */
  readonly from: string | null;
}

export interface MailConnections {
  /** The transports for the mail of the adapter with this name. */
  connected(adapterName: string): Promise<ConnectedMail>;
  /** The passwords and tokens of all that is connected: the log masks them. */
  secrets(): readonly string[];
}

/**
 * Follows what carries mail: the providers that Settings connect take the place of the options' transports of the
 * same name, or go before the others.
 */
export const followConnectedMail = (
  payload: Payload,
  configured: readonly MailTransport[],
): MailConnections => {
  const proxy = keepOne(({ proxy }) => proxy && proxyTransport(proxy));
  const smtp = keepOne(({ smtp }) => smtp && smtpTransport(smtp));
  let transports = configured;
  let followed: MailSettings | null = null;
  return {
    async connected(adapterName) {
      const settings = await mailSettings(payload);
      if (settings !== followed)
        transports = [smtp(settings), proxy(settings)].reduce(withTransport, configured);
      followed = settings;
      const appCarries = transports.length === 0 && !carriesNothing(adapterName);
      return { transports: appCarries ? null : transports, from: settings.from };
    },
    secrets: () => transports.flatMap(({ secrets }) => secrets ?? []),
  };
};

/** SMTP goes after a proxy, and both before all others. */
const withTransport = (
  transports: readonly MailTransport[],
  added: MailTransport | null,
): readonly MailTransport[] => {
  if (added === null) return transports;
  if (transports.some(({ name }) => name === added.name)) {
    return transports.map((transport) => (transport.name === added.name ? added : transport));
  }
  const place = added.name === 'smtp' && transports[0]?.name === 'proxy' ? 1 : 0;
  return transports.toSpliced(place, 0, added);
};

/** Keeps a transport and its connections until its settings change. */
const keepOne = (build: (settings: MailSettings) => MailTransport | null) => {
  let kept: { from: string; transport: MailTransport | null } | null = null;
  return (settings: MailSettings): MailTransport | null => {
    const from = JSON.stringify([settings.proxy, settings.smtp]);
    if (kept?.from !== from) {
      void kept?.transport?.close?.();
      kept = { from, transport: build(settings) };
    }
    return kept.transport;
  };
};

/** Something that carries mail, and who connected it. */
interface Carrier {
  readonly name: string;
  /** `app`: the app's own configuration, or its environment. */
  readonly connectedBy: 'Settings' | 'app';
}

const heldBy = (payload: Payload) =>
  keptOn<{ connections?: MailConnections }>(payload, 'carriers', () => ({}));

/** Sets the result of {@link carriersOf} for a Payload instance. */
export const tellCarriers = (payload: Payload, connections: MailConnections): void => {
  heldBy(payload).connections = connections;
};

/** Passwords and tokens of the transports that are connected. */
export const transportSecrets = (payload: Payload): readonly string[] =>
  heldBy(payload).connections?.secrets() ?? [];

/** The present transports, in the order in which they are tried. It is empty if none is connected. */
export const carriersOf = async (payload: Payload): Promise<readonly Carrier[]> => {
  const { connections } = heldBy(payload);
  if (!connections) return [];
  const [{ transports }, settings] = await Promise.all([
    connections.connected(payload.email.name),
    mailSettings(payload),
  ]);
  if (transports === null) return [{ name: payload.email.name, connectedBy: 'app' }];
  const isOfSettings = (name: string) =>
    (name === 'smtp' && settings.smtp !== null) || (name === 'proxy' && settings.proxy !== null);
  return transports.map(({ name }) => ({ name, connectedBy: isOfSettings(name) ? 'Settings' : 'app' }));
};

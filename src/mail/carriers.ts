import type { Payload } from 'payload';
import { mailSettings } from '../settings/mailSettings.ts';
import type { MailConnections } from './connectedTransports.ts';

/** Something that carries mail, and who connected it. */
export interface Carrier {
  readonly name: string;
  /** `app`: the app's own configuration, or its environment. */
  readonly connectedBy: 'Settings' | 'app';
}

const key = Symbol.for('payload-support-portal.carriers');

type Holder = Payload & { [key]?: Pick<MailConnections, 'connected'> };

/** Has {@link carriersOf} answer for a Payload instance. */
export const tellCarriers = (payload: Payload, connections: MailConnections): void => {
  (payload as Holder)[key] = connections;
};

/** What carries mail now, in the order in which it is tried. Empty if nothing is connected. */
export const carriersOf = async (payload: Payload): Promise<readonly Carrier[]> => {
  const connections = (payload as Holder)[key];
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

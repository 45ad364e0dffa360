import type { Payload } from 'payload';
import { mailSettings } from '../settings/mailSettings.ts';
import type { MailSettings } from '../settings/readSettings.ts';
import { carriesNothing } from './portalAdapter.ts';
import type { MailTransport } from './transport.ts';
import { proxyTransport } from './transports/proxy.ts';
import { smtpTransport } from './transports/smtp.ts';

export interface ConnectedMail {
  /** The chain, in order; null where the app's own adapter carries the mail. */
  readonly transports: readonly MailTransport[] | null;
  /** The sender that Settings name. */
  readonly from: string | null;
}

/**
 * Follows what carries mail: the providers that Settings connect take the place of the options' transports of the
 * same name, or go before all others.
 */
export const followConnectedMail = (payload: Payload, configured: readonly MailTransport[]) => {
  const proxy = keepOne(({ proxy }) => proxy && proxyTransport(proxy));
  const smtp = keepOne(({ smtp }) => smtp && smtpTransport(smtp));
  return async (adapterName: string): Promise<ConnectedMail> => {
    const settings = await mailSettings(payload);
    const transports = mergeTransports(configured, [proxy(settings), smtp(settings)]);
    const appCarries = transports.length === 0 && !carriesNothing(adapterName);
    return { transports: appCarries ? null : transports, from: settings.from };
  };
};

const mergeTransports = (
  configured: readonly MailTransport[],
  fromSettings: readonly (MailTransport | null)[],
): MailTransport[] => {
  const connected = fromSettings.filter((transport) => transport !== null);
  const replacing = (own: MailTransport) => connected.find(({ name }) => name === own.name);
  const added = connected.filter(({ name }) => !configured.some((own) => own.name === name));
  return inChainOrder([...added, ...configured.map((own) => replacing(own) ?? own)]);
};

/** The proxy goes first and SMTP second; the others stay as they were configured. */
const inChainOrder = (transports: readonly MailTransport[]): MailTransport[] => {
  const place = ({ name }: MailTransport) => ({ proxy: 0, smtp: 1 })[name] ?? 2;
  return transports.toSorted((one, other) => place(one) - place(other));
};

/** Keeps a transport, and its connections, for as long as what it was made from stays the same. */
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

import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { readAddressList } from '../../core/shared/addresses/addressList.ts';
import { canonicalAddress } from '../../core/shared/addresses/notations.ts';
import { mailSettings } from './mailSettings.ts';
import type { InboundSettings } from './readSettings.ts';

/** The present options of mail in: those in Settings, and the app's options for the rest. */
export const inboundOptions = async (
  payload: Payload,
  configured: InboundSettings,
): Promise<InboundSettings> => {
  const { inbound: settings } = await mailSettings(payload);
  return {
    address: settings.address ?? configured.address,
    plainReplyTo: settings.address === null ? configured.plainReplyTo : settings.plainReplyTo,
    secret: settings.secret ?? configured.secret,
    imap: settings.imap ?? configured.imap,
    trustedAuthservId: {
      // The name belongs to a mailbox: the app's own name does not apply to the one in Settings.
      imap: settings.trustedAuthservId.imap ?? (settings.imap ? null : configured.trustedAuthservId.imap),
      http: settings.trustedAuthservId.http ?? configured.trustedAuthservId.http,
    },
  };
};

/** The addresses that the portal itself sends from and receives at. */
export const ownAddresses = async (
  payload: Payload,
  { options }: PortalContext,
  { address }: Pick<InboundSettings, 'address'>,
): Promise<readonly string[]> => {
  const { from } = await mailSettings(payload);
  const senders = [from, options.mail.from, payload.email?.defaultFromAddress];
  const addresses = senders.flatMap((sender) =>
    readAddressList(sender ?? '').map(({ mailbox }) => mailbox?.address),
  );
  return [address, ...addresses].filter((one) => one !== null && one !== undefined);
};

/** True if an address is one of our own, with a token or without. */
export const isOwn = (address: string, own: readonly string[]): boolean => {
  const canonical = canonicalAddress(address);
  return own.some((one) => {
    const [local = '', domain = ''] = canonicalAddress(one).split(/@(?=[^@]*$)/);
    return (
      canonical === `${local}@${domain}` ||
      (canonical.startsWith(`${local}+`) && canonical.endsWith(`@${domain}`))
    );
  });
};

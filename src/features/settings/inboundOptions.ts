import type { Payload } from 'payload';
import { mailSettings } from './mailSettings.ts';
import type { InboundSettings } from './readSettings.ts';

/** How mail comes in now: what Settings say, and the app's options for what they leave out. */
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
      // It is that of a mailbox: what the app says of its own counts for no other.
      imap: settings.trustedAuthservId.imap ?? (settings.imap ? null : configured.trustedAuthservId.imap),
      http: settings.trustedAuthservId.http ?? configured.trustedAuthservId.http,
    },
  };
};

import type { Payload } from 'payload';
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

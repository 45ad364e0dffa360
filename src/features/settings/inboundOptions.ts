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
    trustedAuthservId: settings.trustedAuthservId ?? configured.trustedAuthservId,
  };
};

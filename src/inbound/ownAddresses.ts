import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { readAddressList } from '../mail/message/addressList.ts';
import { mailSettings } from '../settings/mailSettings.ts';
import type { InboundSettings } from '../settings/readSettings.ts';

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

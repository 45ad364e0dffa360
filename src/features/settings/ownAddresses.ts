import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { readAddressList } from '../../core/shared/addresses/addressList.ts';
import { foldAddress } from '../../core/shared/text/text.ts';
import { mailSettings } from './mailSettings.ts';
import type { InboundSettings } from './readSettings.ts';

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
  const folded = foldAddress(address);
  return own.some((one) => {
    const [local = '', domain = ''] = foldAddress(one).split(/@(?=[^@]*$)/);
    return (
      folded === `${local}@${domain}` || (folded.startsWith(`${local}+`) && folded.endsWith(`@${domain}`))
    );
  });
};

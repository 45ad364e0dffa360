import { randomBytes } from 'node:crypto';
import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { AppAddresses } from '../../core/feature.ts';
import { isAddress } from '../../core/shared/addresses/addressList.ts';
import { canonicalAddress } from '../../core/shared/addresses/notations.ts';
import { validationFailed } from '../../core/shared/errors/errors.ts';
import { checkName } from '../../core/shared/text/text.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { say } from '../../core/texts/say.ts';

interface NewClient {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly email: string;
  /** The name in the mail; left out if it is not valid as a name. */
  readonly name: string;
  readonly organization: RecordId;
}

/**
 * True if the CMS accepts an address for an account. It folds letters beyond ASCII, some of them to other people's
 * addresses.
 */
export const canBeAccount = (address: string): boolean =>
  isAddress(address) &&
  /^(?!.*\.\.)[\w!#$%&'*+/=?^`{|}~-](?:[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-])?@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(
    canonicalAddress(address),
  );

/**
 * Makes a person a client of an organization. No one knows the password: they choose one by "forgot password".
 *
 * @throws {ApiError} `validation_failed` if the users are the app's own, which the portal does not create
 */
export const createClient = async ({
  req,
  portal,
  email,
  name,
  organization,
}: NewClient): Promise<RecordId> => {
  const { existing, slugs } = portal.options;
  if (existing.users)
    throw validationFailed([{ path: 'requester_email', message: say('errors:inbound:appsUsers') }]);
  const created = await req.payload.create({
    collection: slugs.users as CollectionSlug,
    data: {
      email: canonicalAddress(email),
      role: 'client',
      organization,
      password: randomBytes(32).toString('base64url'),
      ...(checkName(name) === true && { name }),
    },
    depth: 0,
    // The sender has no rights yet; the organization's domain, or staff, decided.
    overrideAccess: true,
    req,
  });
  return created.id;
};

interface Sentences {
  readonly lead: string;
  readonly pages: string;
  readonly address: string;
  readonly reply: string;
}

/** Tells a client who logs in to the admin UI where the team is reached. The CMS fills in no values of ours. */
export const tellClient = (
  { lead, pages, address, reply }: Sentences,
  { clientPages, mail }: AppAddresses,
): string =>
  [
    lead,
    ...(clientPages === null ? [] : [pages.replace('{{url}}', () => clientPages)]),
    mail === null ? reply : address.replace('{{address}}', () => mail),
  ].join(' ');

import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../../core/context.ts';
import { issueOf, nameField } from '../../../core/http/input/fields.ts';
import { isAddress } from '../../../core/shared/addresses/addressList.ts';
import { foldAddress, isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { type Detail, validationFailed } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { findPeople } from '../../people/feature.ts';
import { inboundOptions, isOwn, ownAddresses } from '../../settings/feature.ts';

export const recipientFields = {
  email: z
    .string('Enter an address.')
    .refine((text) => text.length <= 320 && isAddress(text), issueOf(say('links:errors:email')))
    .meta({ maxLength: 320 })
    .transform(foldAddress),
  name: nameField.nullable().optional(),
};

type RecipientInput = z.output<z.ZodObject<typeof recipientFields>>;

/** Each address once, in the order in which they were given. */
export const withoutTwins = (recipients: readonly RecipientInput[]): readonly RecipientInput[] =>
  recipients.filter(
    ({ email }, index) => recipients.findIndex((other) => isSameAddress(other.email, email)) === index,
  );

interface RecipientRules {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly organization: RecordId | null;
  /** True if the recipients have to sign in. */
  readonly isAccount: boolean;
}

/**
 * Checks recipients against what the portal knows of them.
 *
 * @param pathOf the path of a recipient's address in the input, by its index
 * @throws {ApiError} `validation_failed` for an address of the portal itself, and for someone who cannot sign in
 */
export const checkRecipients = async (
  { req, portal, organization, isAccount }: RecipientRules,
  recipients: readonly RecipientInput[],
  { pathOf, accountPath }: { readonly pathOf: (index: number) => string; readonly accountPath: string },
): Promise<void> => {
  const { payload } = req;
  const own = await ownAddresses(payload, portal, await inboundOptions(payload, portal.options.inbound));
  const details: Detail[] = [];
  for (const [index, { email }] of recipients.entries()) {
    if (isOwn(email, own)) details.push({ path: pathOf(index), message: say('errors:inbound:ownAddress') });
    else if (isAccount && !(await canSignIn({ req, portal, organization }, email)))
      details.push({ path: accountPath, message: say('links:errors:noAccount', { email }) });
  }
  if (details.length > 0) throw validationFailed(details);
};

const canSignIn = async (
  { req, portal, organization }: Omit<RecipientRules, 'isAccount'>,
  email: string,
): Promise<boolean> => {
  const people = await findPeople(req, portal, email);
  const [person] = people;
  if (people.length !== 1 || person?.principal.role !== 'client') return false;
  return (
    organization === null ||
    person.principal.organizations.some((one) => String(one) === String(organization))
  );
};

import type { CollectionSlug, PayloadRequest, TypedUser } from 'payload';
import { z } from 'zod';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { hasField } from '../../../core/shared/values/hasField.ts';
import { idText, relationId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { noticeChoiceOf, noticeChoices, personLanguages } from '../../people/feature.ts';
import { clientPrefix } from '../sessions/credential.ts';
import type { ClientSession } from '../sessions/sessions.ts';

const clientUser = z
  .strictObject({
    id: z.string(),
    email: z.string().meta({ examples: ['ann@example.com'] }),
    name: z.string().nullable(),
    language: z.string().nullable().describe('The language of pages and mails; null: that of the browser.'),
    notices: z.enum(noticeChoices).describe('The mails about tickets that the person gets.'),
  })
  .meta({ id: 'ClientUser' });

export const clientSessionState = z
  .strictObject({
    user: clientUser,
    organization: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    last_visit_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'The last request before this visit, which ends after 30 minutes without one; null for the first one.',
      ),
    signed_in_at: z.iso.datetime().nullable().describe('Null for a session of the app’s own.'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('If no request follows; null for a session of the app’s own.'),
  })
  .meta({ id: 'ClientSession' });

/** The users of a client's own session. */
export const onlyClients = { gate: isClient, scope: null, sessions: ['client'] } as const;

const showUser = (user: TypedUser): z.input<typeof clientUser> => {
  const text = (name: string): string | null => {
    const value: unknown = Reflect.get(user, name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    id: idText(user.id),
    email: text('email') ?? '',
    name: text('name'),
    language: text('language'),
    notices: noticeChoiceOf(text('notices')),
  };
};

/** A session as its bearer reads it. */
export const showSession = async (
  req: PayloadRequest,
  portal: PortalContext,
  { user, session }: { readonly user: TypedUser; readonly session: ClientSession | null },
): Promise<z.input<typeof clientSessionState>> => {
  const [id = null] = portal.principalOf(user)?.organizations ?? [];
  const organization =
    id === null
      ? null
      : await req.payload.findByID({
          collection: portal.options.slugs.organizations as never,
          id,
          depth: 0,
          disableErrors: true,
          // The name of one's own organization.
          overrideAccess: true,
          req,
        });
  return {
    user: showUser(user),
    organization: organization && {
      id: idText(relationId(organization) ?? ''),
      name: String(Reflect.get(organization, 'name') ?? ''),
    },
    last_visit_at: isoOrNull(session?.former_at ?? null),
    signed_in_at: isoOrNull(session?.created_at ?? null),
    expires_at: session && iso(session.expires_at),
  };
};

export const updateAccount = defineOperation({
  name: 'update_client_account',
  summary: 'Changes the client’s name, language or notices.',
  method: 'PATCH',
  path: `${clientPrefix}/account`,
  who: onlyClients,
  input: z.strictObject({
    name: z.string().optional(),
    language: z.enum(personLanguages).nullable().optional(),
    notices: z.enum(noticeChoices).optional(),
  }),
  response: { output: clientUser, status: 200 },
  async run(input, { caller, payload, portal, req }) {
    const collection = portal.options.slugs.users;
    const missing = Object.keys(input).filter((name) => !hasField(payload, collection, name));
    if (missing.length > 0)
      throw validationFailed(missing.map((path) => ({ path, message: say('signIn:errors:noField') })));
    const changed = await payload.update({
      collection: collection as CollectionSlug,
      id: caller.id,
      data: input,
      depth: 0,
      // The rules of the collection decide what a person may change about themselves.
      overrideAccess: false,
      req,
    });
    return { output: showUser({ ...changed, collection } as unknown as TypedUser) };
  },
});

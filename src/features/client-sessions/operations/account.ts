import type { CollectionSlug, TypedUser } from 'payload';
import { z } from 'zod';
import { defineOperation } from '../../../core/http/operation.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { hasField } from '../../../core/shared/values/hasField.ts';
import { say } from '../../../core/texts/say.ts';
import { noticeChoices, personLanguages } from '../../people/feature.ts';
import { clientPrefix } from '../sessions/credential.ts';
import { clientUser, onlyClients, showUser } from './session.ts';

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

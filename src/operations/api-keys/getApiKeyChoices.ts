import { z } from 'zod';
import { isStaff } from '../../access/roles.ts';
import { scopes } from '../../access/scopes.ts';
import { allowedScopes, findPrincipal } from '../../api-keys/principals.ts';
import { validationFailed } from '../../shared/errors.ts';
import { idText } from '../../shared/ids.ts';
import { defineOperation } from '../operation.ts';
import { idField } from '../shared/fields.ts';

const input = z.strictObject({
  owner_id: idField.optional().describe('The user who is to own the key; left out: the caller.'),
});

const output = z.strictObject({
  owner_id: z.string(),
  spans: z.boolean().describe('Whether a key of this owner may be bound to any organization, or to none.'),
  organization_ids: z.array(z.string()).describe('Otherwise those that it may be bound to.'),
  scopes: z.array(z.enum(scopes)).describe('What the roles of the owner and of the caller both allow.'),
});

export const getApiKeyChoices = defineOperation({
  name: 'get_api_key_choices',
  summary: 'Says what an API key may be given before it is made.',
  method: 'GET',
  path: '/portal/v1/api-keys/choices',
  gate: isStaff,
  scope: null,
  input,
  output,
  status: 200,
  async run({ owner_id }, { caller, payload, portal }) {
    const owner = owner_id === undefined ? caller : await findPrincipal(payload, portal, owner_id);
    if (!owner) {
      throw validationFailed([
        { path: 'owner_id', message: 'There is no such user with a role in the portal.' },
      ]);
    }
    return {
      output: {
        owner_id: idText(owner.id),
        spans: owner.spans,
        organization_ids: owner.organizations.map(idText),
        scopes: allowedScopes(owner, caller),
      },
    };
  },
});

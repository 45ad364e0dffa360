import type {
  CollectionBeforeOperationHook,
  CollectionBeforeValidateHook,
  RelationshipFieldSingleValidation,
} from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { checkText } from '../../core/shared/text/text.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { say, type Verdict } from '../../core/texts/say.ts';
import { textsBy } from '../../core/texts/text.ts';
import { organizationExists } from '../people/feature.ts';
import { findUnknownVariable, writtenVariables } from './savedReplies.ts';

/** Longest text, the same as of a reply, in code points. */
const longest = 50_000;

/** True, or the problem with the text of a saved reply. */
export const checkSavedReply = (body: unknown): Verdict => {
  const check = checkText(body, longest);
  if (check !== true) return check;
  const unknown = findUnknownVariable(String(body));
  if (!unknown) return true;
  return say('savedReplies:errors:noVariable', { name: unknown.slice(0, 100), variables: writtenVariables });
};

/** Makes a saved reply that names an organization its own: the checkbox's default would show it to everyone. */
export const keepToOrganization: CollectionBeforeOperationHook = ({ args }) => {
  const { data } = args as { readonly data?: Readonly<Record<string, unknown>> };
  if (!data?.organization || data.everybody !== undefined) return args;
  return { ...args, data: { ...data, everybody: false } };
};

/** Clears the organization of a saved reply that is for everyone. */
export const clearOrganization: CollectionBeforeValidateHook = ({ data }) =>
  data?.everybody === true ? { ...data, organization: null } : data;

/**
 * Requires an organization, or that the saved reply is for everyone: the database clears the organization of a saved reply
 * whose organization is deleted.
 */
export const buildCheckOrganization =
  (portal: PortalContext): RelationshipFieldSingleValidation =>
  async (organization, { data, req }) => {
    const { everybody } = data as { readonly everybody?: unknown };
    if (everybody === true) return true;
    const t = textsBy(req.t);
    const id = organization as unknown as RecordId | '' | null | undefined;
    if (id === null || id === undefined || id === '') return t('savedReplies:errors:noOrganization');
    return (await organizationExists(req, portal, id)) || t('errors:organization:unknown');
  };

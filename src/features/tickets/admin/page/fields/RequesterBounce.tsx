import type { CollectionSlug, UIFieldServerProps } from 'payload';
import { scopesOf } from '../../../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../../../core/context.ts';
import { textsBy } from '../../../../../core/texts/text.ts';
import { BounceWarning } from '../../../../email-log/rsc.ts';

type RequesterBounceProps = UIFieldServerProps & { readonly portal: PortalContext };

/** Part of a ticket's page: warns, before another reply is written, that the last mail to the requester came back. */
export const RequesterBounce = async ({ data, i18n, payload, portal, user }: RequesterBounceProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) return null;
  const requester: unknown = data?.requester ?? data?.createdBy;
  const id: unknown = typeof requester === 'object' && requester ? Reflect.get(requester, 'id') : requester;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const { slugs } = portal.options;
  const person = await payload.findByID({
    collection: slugs.users as CollectionSlug,
    id,
    depth: 0,
    user,
    overrideAccess: false,
    disableErrors: true,
  });
  const email: unknown = person && Reflect.get(person, 'email');
  if (typeof email !== 'string') return null;
  return <BounceWarning payload={payload} slugs={slugs} address={email} t={textsBy(i18n.t)} />;
};

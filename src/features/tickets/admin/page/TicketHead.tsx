import type { CollectionSlug, Payload, TypedUser, UIFieldServerProps } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';
import { idText, relationId } from '../../../../core/shared/values/ids.ts';
import { type TextKey, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../../core/ui/parts/words/words.tsx';
import { clientPagePath } from '../../../client-sessions/feature.ts';
import type { Source } from '../../history/origin.ts';
import { TicketActions } from './TicketActions.tsx';
import '../tickets.css';

type TicketHeadProps = UIFieldServerProps & { readonly portal: PortalContext };

/** Head of a ticket's page: its number, its requester and organization, its age, and the most frequent actions. */
export const TicketHead = async ({ data, i18n, id, payload, portal, user }: TicketHeadProps) => {
  const caller = portal.principalOf(user);
  if (id === undefined || !caller || !user || !data) return null;
  const { slugs } = portal.options;
  const creator = relationId(data.createdBy);
  const [requester, organization, author] = await Promise.all([
    nameOf({ payload, user }, slugs.users, relationId(data.requester)),
    nameOf({ payload, user }, slugs.organizations, relationId(data.organization)),
    nameOf({ payload, user }, slugs.users, creator),
  ]);
  const opened = new Date(String(data.createdAt));
  const t = textsBy(i18n.t);
  const sentence = t(openedBy[data.source as Source] ?? 'tickets:page:opened');
  const isByAnother = creator !== null && String(creator) !== String(relationId(data.requester));
  return (
    <div className="field-type portal-ticket-head">
      <p>
        <strong>#{id}</strong> {requester && <span>{requester}</span>}
        {organization && <span className="portal-muted">{organization}</span>}
        <span className="portal-muted">
          {withElements(sentence, { time: <RelativeTime moment={opened} now={new Date()} /> })}
          {/* Representatives do not read staff. */}
          {isByAnother && ` ${t('tickets:page:by', { name: author ?? t('tickets:person:staff') })}`}
        </span>
      </p>
      <TicketActions
        address={adminPath(payload, `/collections/${slugs.tickets}`)}
        me={idText(caller.id)}
        clientView={data.requester ? clientPagePath(portal, `/as-client/${id}`) : null}
      />
    </div>
  );
};

const openedBy: Readonly<Partial<Record<Source, TextKey>>> = {
  email: 'tickets:page:openedByMail',
  api: 'tickets:page:openedOverApi',
};

const nameOf = async (
  { payload, user }: { payload: Payload; user: TypedUser },
  slug: string,
  id: number | string | null,
): Promise<string | null> => {
  if (id === null) return null;
  const found = await payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: false,
    user,
  });
  if (!found) return null;
  const [name, email] = [Reflect.get(found, 'name'), Reflect.get(found, 'email')];
  return email && name ? `${name} (${email})` : String(name || email || '');
};

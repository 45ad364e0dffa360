import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';
import { isId } from '../../../../core/database/ids.ts';
import { idText } from '../../../../core/shared/values/ids.ts';
import { textsBy } from '../../../../core/texts/text.ts';
import { settingsPart } from '../../../../core/ui/pageComponent.ts';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../../core/ui/parts/words/words.tsx';
import { type BlockedSender, blockable, blockOf, listBlockedSenders } from '../../senders/blockedSenders.ts';
import { waits } from '../../storage/fate.ts';
import type { StoredMail } from '../../storage/storedMail.ts';
import { SenderActions, UnblockSender } from './SenderActions.tsx';
import '../../../../core/ui/parts/page/side.css';
import '../inbound.css';

interface SenderOfProps {
  readonly payload: Payload;
  readonly mail: StoredMail;
  readonly list: string;
  /** The next message that waits. */
  readonly next: string | null;
}

/** The actions on the sender of a message. */
export const SenderOf = async ({ payload, mail, list, next }: SenderOfProps) => {
  const sender = blockable(mail.from, 'sender');
  const following = next === null ? list : `${list}/${next}`;
  return (
    <SenderActions
      id={idText(mail.id)}
      sender={sender === null ? null : { sender, domain: blockable(mail.from, 'domain') }}
      blockedBy={await blockOf(payload, sender)}
      maySpam={waits(mail)}
      after={waits(mail) ? following : null}
    />
  );
};

/** Part of Settings: the addresses and domains whose messages are ignored. */
export const BlockedSenders = settingsPart(async ({ payload, portal, i18n }) => {
  const t = textsBy(i18n.t);
  const blocked = await listBlockedSenders(payload);
  const names = await namesOf(payload, portal, blocked);
  const now = new Date();
  return (
    <section className="field-type portal-side" aria-labelledby="portal-blocked">
      <h2 id="portal-blocked">{t('inbound:block:title')}</h2>
      {blocked.length === 0 ? (
        <p>{t('inbound:block:none')}</p>
      ) : (
        <ul className="portal-inbound__blocked">
          {blocked.map(({ id, sender, user_id, created_at }) => (
            <li key={id}>
              <span>
                <strong>{sender}</strong>{' '}
                <span className="portal-muted">
                  {withElements(t('inbound:block:since'), {
                    name: names.get(user_id) ?? t('inbound:block:formerColleague'),
                    time: <RelativeTime moment={created_at} now={now} />,
                  })}
                </span>
              </span>
              <UnblockSender id={id} sender={sender} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});

const namesOf = async (
  payload: Payload,
  { options }: PortalContext,
  blocked: readonly BlockedSender[],
): Promise<ReadonlyMap<string, string>> => {
  const collection = options.slugs.users as CollectionSlug;
  const ids = [...new Set(blocked.map(({ user_id }) => user_id))].filter((id) =>
    isId(payload, id, collection),
  );
  if (ids.length === 0) return new Map();
  const { docs } = await payload.find({
    collection,
    where: { id: { in: ids } },
    pagination: false,
    depth: 0,
    // Staff read the names of their colleagues.
    overrideAccess: true,
  });
  return new Map(
    docs.map((user) => [
      String(user.id),
      String(Reflect.get(user, 'name') || Reflect.get(user, 'email') || user.id),
    ]),
  );
};

import type { UIFieldServerProps } from 'payload';
import { isClient, isSpanningStaff } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { listRows } from '../../../core/database/listRows.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { browserInWords } from '../../../core/texts/browserInWords.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { type ClientSession, lastVisitOf, sessionsOf } from '../sessions/sessions.ts';
import { EndSessions } from './EndSessions.tsx';
import '../../../core/ui/parts/page/side.css';

type PersonSessionsProps = UIFieldServerProps & { readonly portal: PortalContext };

/** Sessions in the list; a client has a handful. */
const most = 20;

/** The side of a client's page: the last visit to the client pages, and their sessions, which staff can end. */
export const PersonSessions = async ({ data, i18n, id, payload, portal, user }: PersonSessionsProps) => {
  if (portal.options.clients.disabled || id === undefined) return null;
  if (!isSpanningStaff(portal.principalOf(user)) || !isClientDocument(data, portal)) return null;
  await preparePortalSchema(payload);
  const [lastVisit, sessions] = await Promise.all([
    lastVisitOf(payload, id),
    listRows<ClientSession>(payload, sessionsOf(id), { start: { offset: 0 }, limit: most }),
  ]);
  const t = textsBy(i18n.t);
  const now = new Date();
  return (
    <section className="field-type portal-side" aria-labelledby="portal-person-sessions">
      <h2 id="portal-person-sessions">{t('signIn:sessions:title')}</h2>
      <p>
        {lastVisit === null
          ? t('signIn:sessions:never')
          : withElements(t('signIn:sessions:lastVisit'), {
              time: <RelativeTime moment={lastVisit} now={now} />,
            })}
      </p>
      {sessions.length > 0 && (
        <ul>
          {sessions.map((session) => (
            <li key={session.id}>
              {browserInWords(session.browser, t)}
              <span className="portal-muted">
                <RelativeTime moment={session.last_seen_at} now={now} />
              </span>
              <EndSessions
                userId={idText(id)}
                sessionId={session.id}
                browser={browserInWords(session.browser, t)}
              />
            </li>
          ))}
        </ul>
      )}
      {sessions.length > 1 && <EndSessions userId={idText(id)} sessionId={null} browser="" />}
    </section>
  );
};

/** A document of the form is no user of the CMS: it has the fields, without the collection. */
const isClientDocument = (data: unknown, { options, principalOf }: PortalContext): boolean =>
  isClient(principalOf({ ...Object(data), collection: options.slugs.users }));

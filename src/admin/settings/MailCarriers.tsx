import type { UIFieldServerProps } from 'payload';
import { maySaveSettings } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { carriersOf } from '../../mail/connectedTransports.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { textsBy } from '../../translations/text.ts';
import { ErrorSentence } from '../shared/Messages.tsx';
import { withElements } from '../shared/withElements.tsx';
import { RefreshWhenSaved } from './RefreshWhenSaved.tsx';
import { TestMail } from './TestMail.tsx';
import '../shared/shared.css';

type MailCarriersProps = UIFieldServerProps & { readonly portal: PortalContext };

/** In Settings: the connected transports in order, and a form that sends a test mail. */
export const MailCarriers = async ({ payload, portal, user, i18n }: MailCarriersProps) => {
  const t = textsBy(i18n.t);
  const carriers = await carriersOf(payload);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-carriers">
      <RefreshWhenSaved />
      <h2 id="portal-carriers">{t('settings:carriers:title')}</h2>
      {carriers.length === 0 ? (
        <ErrorSentence>{t('settings:carriers:none')}</ErrorSentence>
      ) : (
        <ol>
          {carriers.map(({ name, connectedBy }) => (
            <li key={name}>
              {withElements(
                t(connectedBy === 'Settings' ? 'settings:carriers:setHere' : 'settings:carriers:setByApp'),
                { name: <strong>{name}</strong> },
              )}
            </li>
          ))}
        </ol>
      )}
      {maySaveSettings(portal.principalOf(user)) && <TestMail portalRoute={apiRouteOf(payload, portal)} />}
    </section>
  );
};

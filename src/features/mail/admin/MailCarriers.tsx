import { maySaveSettings } from '../../../core/access/roles.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { settingsPart } from '../../../core/ui/pageComponent.ts';
import { ErrorSentence, withElements } from '../../../core/ui/parts/words/words.tsx';
import { RefreshWhenSaved } from '../../settings/ui.ts';
import { carriersOf } from '../connectedTransports.ts';
import { TestMail } from './TestMail.tsx';
import '../../../core/ui/parts/page/side.css';

/** Part of Settings: the connected transports in order, and a form that sends a test mail. */
export const MailCarriers = settingsPart(async ({ payload, portal, user, i18n }) => {
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
                { name: <strong>{isKnown(name) ? t(`settings:carriers:name:${name}`) : name}</strong> },
              )}
            </li>
          ))}
        </ol>
      )}
      {maySaveSettings(portal.principalOf(user)) && <TestMail />}
    </section>
  );
});

const known = ['proxy', 'smtp', 'phpmail'] as const;

/** Returns false for a transport of the app's own. */
const isKnown = (name: string): name is (typeof known)[number] => (known as readonly string[]).includes(name);

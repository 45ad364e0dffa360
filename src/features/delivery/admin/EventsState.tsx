import { eventProviders, providerNames } from '../../../core/shared/portal/mailProviders.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { settingsPart } from '../../../core/ui/pageComponent.ts';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { eventSecrets } from '../../settings/feature.ts';
import { lastEvents } from '../lastEvents.ts';
import '../../../core/ui/parts/page/side.css';

/** Part of Settings: the providers whose events are taken, and when each last sent one. */
export const EventsState = settingsPart(async ({ payload, portal, i18n }) => {
  const t = textsBy(i18n.t);
  const [secrets, last] = await Promise.all([
    eventSecrets(payload, portal.options.mailEvents),
    lastEvents(payload, portal),
  ]);
  const taken = eventProviders.filter((name) => secrets[name] !== null);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-events">
      <h2 id="portal-events">{t('settings:events:title')}</h2>
      {taken.length === 0 ? (
        <p>{t('settings:events:none')}</p>
      ) : (
        <ul>
          {taken.map((provider) => {
            const moment = last.get(provider);
            return (
              <li key={provider}>
                {withElements(t(moment ? 'settings:events:lastAt' : 'settings:events:noneLately'), {
                  name: <strong>{providerNames[provider]}</strong>,
                  time: moment && <RelativeTime moment={moment} now={new Date()} />,
                })}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
});

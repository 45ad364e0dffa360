import { GroupField, useAllFormFields, useConfig } from '@payloadcms/ui';
import type { GroupFieldClientProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { useId, useState } from 'react';
import {
  type EventProviderName,
  eventProviders,
  providerNames,
} from '../../../core/shared/portal/mailProviders.ts';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { sendingServices, serviceOf } from '../providers.ts';
import { setFieldOf } from '../setField.ts';

/**
 * The credentials for the delivery events of one provider at a time, with the address that the provider has to be given.
 */
export const EventCredentials = ({ field, path, ...props }: GroupFieldClientProps) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const [fields] = useAllFormFields();
  const id = useId();
  const [chosen, setChosen] = useState<EventProviderName | null>(null);
  const isTaken = (name: EventProviderName) => fields[`${path}.${setFieldOf(name)}`]?.value === true;
  const carrier = serviceOf(sendingServices, fields['notifications.smtp.host']?.value);
  const provider =
    chosen ?? eventProviders.find(isTaken) ?? eventProviders.find((name) => name === carrier) ?? 'resend';
  const shown = field.fields.filter(
    (part) => 'name' in part && [provider, setFieldOf(provider)].includes(part.name),
  );
  return (
    <>
      <div className="field-type portal-service">
        <label htmlFor={id}>{t('settings:service:events')}</label>
        <select
          id={id}
          value={provider}
          onChange={(event) => setChosen(event.target.value as EventProviderName)}
        >
          {eventProviders.map((name) => (
            <option key={name} value={name}>
              {isTaken(name)
                ? t('settings:service:taken', { name: providerNames[name] })
                : providerNames[name]}
            </option>
          ))}
        </select>
        <p className="portal-muted" role="status">
          {withElements(t('settings:service:eventsAddress', { name: providerNames[provider] }), {
            url: (
              <code>
                {config.serverURL}
                {formatAdminURL({ apiRoute: config.routes.api, path: `/portal/v1/mail-events/${provider}` })}
              </code>
            ),
          })}
        </p>
      </div>
      <GroupField {...props} path={path} field={{ ...field, fields: shown, label: '' }} />
    </>
  );
};

import { useAllFormFields, useConfig, useForm, useFormProcessing } from '@payloadcms/ui';
import type { UIFieldClientProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { useId, useState } from 'react';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { filledBy, receivingServices, sendingServices, serviceOf } from '../providers.ts';

type ServiceChoiceProps = UIFieldClientProps & { readonly direction: 'sending' | 'receiving' };

/** Asks which service carries or receives the mail, fills in what is known of it, and says what is still needed. */
export const ServiceChoice = ({ direction, readOnly }: ServiceChoiceProps) => {
  const t = usePortalTexts();
  const services = direction === 'sending' ? sendingServices : receivingServices;
  const [fields, dispatch] = useAllFormFields();
  const { setModified } = useForm();
  const isProcessing = useFormProcessing();
  const { config } = useConfig();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [word, setWord] = useState<string | null>(null);
  const name = chosen ?? serviceOf(services, fields[hostOf[direction]]?.value) ?? '';
  const service = services[name];
  if (readOnly) return null;

  const fill = (choice: string, given: string) => {
    const filled = services[choice];
    if (!filled) return;
    for (const [path, value] of Object.entries(filledBy(filled, given)))
      dispatch({ type: 'UPDATE', path, value });
    setModified(true);
  };
  const choose = (choice: string) => {
    setChosen(choice);
    setWord(null);
    fill(choice, services[choice]?.asks?.initial ?? '');
  };
  return (
    <div className="field-type portal-service">
      <label htmlFor={id}>{t(`settings:service:${direction}`)}</label>
      <select id={id} value={name} disabled={isProcessing} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('settings:service:other')}</option>
        {Object.entries(services).map(([key, known]) => (
          <option key={key} value={key}>
            {known.name}
          </option>
        ))}
      </select>
      {service && chosen !== null && service.asks && (
        <>
          <label htmlFor={`${id}-word`}>{t(service.asks.label)}</label>
          <input
            id={`${id}-word`}
            type="text"
            autoComplete="off"
            disabled={isProcessing}
            value={word ?? service.asks.initial}
            onChange={(event) => {
              setWord(event.target.value);
              fill(name, event.target.value.trim());
            }}
          />
        </>
      )}
      <p className="portal-muted" role="status">
        {service
          ? withElements(t(service.needs), {
              url: (
                <code>
                  {config.serverURL}
                  {formatAdminURL({ apiRoute: config.routes.api, path: '/portal/v1/inbound' })}
                </code>
              ),
            })
          : t(`settings:service:otherNeeds:${direction}`)}
      </p>
    </div>
  );
};

const hostOf = { sending: 'notifications.smtp.host', receiving: 'inbound.imap.host' } as const;

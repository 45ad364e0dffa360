'use client';

import { Button } from '@payloadcms/ui';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { TextKey } from '../../../core/texts/text.ts';
import { DialogButtons } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { Form, FormFields } from '../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { FieldProblem } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import {
  type PortalResult,
  type Problems,
  placeProblems,
  whole,
} from '../../../core/ui/requests/portalApi.ts';
import type { Subscription } from '../events.ts';
import type { WantedWebhook } from './changesOf.ts';
import '../../../core/ui/parts/form/form.css';

interface WebhookFormProps<Output> {
  readonly initial: WantedWebhook;
  /** The names to which a webhook can subscribe. */
  readonly subscriptions: readonly Subscription[];
  readonly label: string;
  readonly busyLabel: string;
  /** Fields beside the address and the events. */
  readonly children?: ReactNode;
  send(wanted: WantedWebhook, form: FormData): Promise<PortalResult<Output>>;
  onDone(output: Output): void;
  onClose(): void;
}

const fields = ['url', 'events'] as const;

const patternWords: Readonly<Partial<Record<Subscription, TextKey>>> = {
  'ticket.*': 'webhooks:form:allOfTickets',
  'transfer.*': 'webhooks:form:allOfTransfers',
  'upload_request.*': 'webhooks:form:allOfUploadRequests',
  '*': 'webhooks:form:everything',
};

/** Asks for the address and the events. The API's rejections are shown at their fields. */
export const WebhookForm = <Output,>({
  initial,
  subscriptions,
  label,
  busyLabel,
  children,
  ...ways
}: WebhookFormProps<Output>) => {
  const t = usePortalTexts();
  const { send, onDone, onClose } = ways;
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const wanted = { url: String(form.get('url')).trim(), events: form.getAll('events') as Subscription[] };
    setIsBusy(true);
    setProblems({});
    const result = await send(wanted, form);
    setIsBusy(false);
    if (result.ok) onDone(result.output);
    else setProblems(placeProblems(result, fields));
  };

  const problemAt = (field: (typeof fields)[number]) => ({ id: `${id}-${field}`, problem: problems[field] });
  const described = (field: (typeof fields)[number]) =>
    problems[field] ? { 'aria-invalid': true, 'aria-describedby': `${id}-${field}` } : {};
  return (
    <Form className="portal-form" onSubmit={submit} noValidate>
      {problems[whole] && <ReasonSentence reason={problems[whole]} />}
      <FormFields isBusy={isBusy}>
        <div className="portal-form__line">
          <label htmlFor={id}>{t('webhooks:form:address')}</label>
          <input
            id={id}
            type="url"
            name="url"
            defaultValue={initial.url}
            placeholder={t('webhooks:form:addressHint')}
            autoComplete="off"
            {...described('url')}
          />
          <FieldProblem {...problemAt('url')} />
        </div>
        <fieldset className="portal-form__names" {...described('events')}>
          <legend>{t('webhooks:form:events')}</legend>
          {subscriptions.map((event) => {
            const words = patternWords[event];
            return (
              <label key={event} className={words && 'portal-form__wide'}>
                <input
                  type="checkbox"
                  name="events"
                  value={event}
                  defaultChecked={initial.events.includes(event)}
                />
                {words ? t(words) : event}
              </label>
            );
          })}
          <FieldProblem {...problemAt('events')} />
        </fieldset>
        {children}
      </FormFields>
      <DialogButtons cancel={t('webhooks:cancel')} onCancel={onClose}>
        <Button margin={false} type="submit" disabled={isBusy}>
          {isBusy ? busyLabel : label}
        </Button>
      </DialogButtons>
    </Form>
  );
};

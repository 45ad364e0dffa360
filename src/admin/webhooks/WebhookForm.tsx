'use client';

import { Button } from '@payloadcms/ui';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type Subscription, subscriptions } from '../../webhooks/events.ts';
import { ErrorSentence, FieldProblem } from '../shared/Messages.tsx';
import { type PortalAnswer, type Problems, placeProblems } from '../shared/portalApi.ts';
import type { WantedWebhook } from './changesOf.ts';

interface WebhookFormProps<Output> {
  readonly initial: WantedWebhook;
  readonly label: string;
  readonly busyLabel: string;
  /** Fields beside the address and the events. */
  readonly children?: ReactNode;
  send(wanted: WantedWebhook, form: FormData): Promise<PortalAnswer<Output>>;
  onDone(output: Output): void;
  onClose(): void;
}

const fields = ['url', 'events'] as const;

const patternWords: Readonly<Record<string, string>> = {
  'ticket.*': 'ticket.* (all about tickets, also what comes later)',
  '*': '* (everything, also what comes later)',
};

/** Asks for the address and the events. The API's rejections are shown at their fields. */
export const WebhookForm = <Output,>({
  initial,
  label,
  busyLabel,
  children,
  ...ways
}: WebhookFormProps<Output>) => {
  const { send, onDone, onClose } = ways;
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const wanted = { url: String(form.get('url')).trim(), events: form.getAll('events') as Subscription[] };
    setIsBusy(true);
    setProblems({});
    const answer = await send(wanted, form);
    setIsBusy(false);
    if (answer.ok) onDone(answer.output);
    else setProblems(placeProblems(answer, fields));
  };

  const problemAt = (field: (typeof fields)[number]) => ({ id: `${id}-${field}`, problem: problems[field] });
  const described = (field: (typeof fields)[number]) =>
    problems[field] ? { 'aria-invalid': true, 'aria-describedby': `${id}-${field}` } : {};
  return (
    <form className="portal-form" onSubmit={submit} noValidate>
      {problems[''] && <ErrorSentence>{problems['']}</ErrorSentence>}
      <div className="portal-form__line">
        <label htmlFor={id}>Address</label>
        <input
          id={id}
          type="url"
          name="url"
          defaultValue={initial.url}
          placeholder="https://example.com/hooks"
          autoComplete="off"
          {...described('url')}
        />
        <FieldProblem {...problemAt('url')} />
      </div>
      <fieldset {...described('events')}>
        <legend>Events</legend>
        {subscriptions.map((event) => (
          <label key={event} className={event in patternWords ? 'portal-form__wide' : undefined}>
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={initial.events.includes(event)}
            />
            {patternWords[event] ?? event}
          </label>
        ))}
        <FieldProblem {...problemAt('events')} />
      </fieldset>
      {children}
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {isBusy ? busyLabel : label}
        </Button>
      </div>
    </form>
  );
};

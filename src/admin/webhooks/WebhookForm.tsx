'use client';

import { Button, useConfig } from '@payloadcms/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { eventNames } from '../../webhooks/events.ts';
import { callCms } from '../shared/cmsApi.ts';
import { ErrorSentence } from '../shared/ErrorSentence.tsx';
import { callPortal } from '../shared/portalApi.ts';
import { usePortalRoute } from '../shared/usePortalRoute.ts';

interface WebhookFormProps {
  readonly organizationsSlug: string;
  onMade(secret: string): void;
  onClose(): void;
}

interface Organization {
  readonly id: number | string;
  readonly name: string;
}

/** Asks where events go, which, and whose. */
export const WebhookForm = ({ organizationsSlug, onMade, onClose }: WebhookFormProps) => {
  const portalRoute = usePortalRoute();
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const path = `/${organizationsSlug}?sort=name&limit=500&depth=0` as const;
    void callCms<{ docs: Organization[] }>(apiRoute, { method: 'GET', path }).then((answer) => {
      if (answer.ok) setOrganizations(answer.output.docs);
    });
  }, [apiRoute, organizationsSlug]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const organization = String(form.get('organization'));
    setIsBusy(true);
    const answer = await callPortal<{ secret: string }>(portalRoute, {
      method: 'POST',
      path: '/webhooks',
      body: {
        url: form.get('url'),
        events: form.getAll('events'),
        ...(organization && { organization_id: organization }),
      },
    });
    setIsBusy(false);
    if (answer.ok) onMade(answer.output.secret);
    else setProblem(answer.details.map(({ message }) => message).join(' ') || answer.message);
  };

  return (
    <form className="portal-form" onSubmit={submit} noValidate>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <label>
        Address
        <input type="url" name="url" placeholder="https://example.com/hooks" autoComplete="off" />
      </label>
      <fieldset>
        <legend>Events</legend>
        {eventNames.map((event) => (
          <label key={event}>
            <input type="checkbox" name="events" value={event} defaultChecked />
            {event}
          </label>
        ))}
      </fieldset>
      <label>
        Whose events
        <select name="organization">
          <option value="">All organizations</option>
          {organizations.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {isBusy ? 'Registering …' : 'Register the webhook'}
        </Button>
      </div>
    </form>
  );
};

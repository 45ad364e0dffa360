import { useAuth, useConfig, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { useCallback } from 'react';
import { type CmsResult, callCms } from '../../../core/ui/requests/cmsApi.ts';
import type { PersonDocument } from '../../people/ui.ts';
import type { SavedReplyVariable } from '../savedReplies.ts';

type Values = Readonly<Record<SavedReplyVariable, string>>;

/** Reads the values of a saved reply's variables on the open ticket, as it is saved. */
export const useSavedReplyValues = (usersSlug: string) => {
  const { id } = useDocumentInfo();
  const { user } = useAuth();
  const { config } = useConfig();
  const subject = useFormFields(([fields]) => fields.subject?.initialValue);
  const requester = useFormFields(([fields]) => fields.requester?.initialValue);
  const apiRoute = config.routes.api;

  return useCallback(async (): Promise<CmsResult<Values>> => {
    const path = `/${usersSlug}/${String(requester)}?depth=0` as const;
    const found: CmsResult<PersonDocument> =
      requester === null || requester === undefined
        ? { ok: true, output: null }
        : await callCms<PersonDocument>(apiRoute, { method: 'GET', path });
    if (!found.ok) return found;
    const values = {
      'ticket.id': String(id ?? ''),
      'ticket.subject': String(subject ?? ''),
      'requester.name': nameOf(found.output),
      'agent.name': nameOf(user as PersonDocument),
    };
    return { ok: true, output: values };
  }, [apiRoute, usersSlug, id, subject, requester, user]);
};

/** A person without a name is called by their address. */
const nameOf = (person: PersonDocument): string =>
  typeof person === 'object' && person !== null ? person.name || person.email || '' : '';

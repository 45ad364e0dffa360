import { useConfig } from '@payloadcms/ui';
import { useCallback } from 'react';
import { relationId } from '../../../../core/shared/values/ids.ts';
import { useSlugs } from '../../../../core/ui/react/usePortal.ts';
import { type CmsResult, callCms } from '../../../../core/ui/requests/cmsApi.ts';
import type { PersonDocument } from '../../../people/ui.ts';
import { numberOf } from '../../../tickets/ui.ts';

/** A ticket in the words by which a person knows it. */
export interface NamedTicket {
  readonly id: string;
  readonly subject: string;
  readonly requester: PersonDocument;
  /** The name of its organization; null for none. */
  readonly organization: string | null;
}

interface FoundTicket {
  readonly id: number | string;
  readonly subject: string;
  readonly requester?: PersonDocument;
  readonly organization?: object | number | string | null;
  readonly mergedInto?: unknown;
}

/** Finds the ticket that a person has named by its number, or the one that it was merged into; null if there is none. */
export const useFindTicket = () => {
  const { tickets, organizations } = useSlugs();
  const { config, getEntityConfig } = useConfig();
  const apiRoute = config.routes.api;
  const title = getEntityConfig({ collectionSlug: organizations })?.admin.useAsTitle ?? 'name';
  return useCallback(
    async (wanted: string): Promise<CmsResult<NamedTicket | null>> => {
      const seen = new Set<string>();
      for (let id = numberOf(wanted); isNumber(id) && !seen.has(id); ) {
        seen.add(id);
        const path = `/${tickets}?where[id][equals]=${id}&depth=1&limit=1` as const;
        const result = await callCms<{ docs: FoundTicket[] }>(apiRoute, { method: 'GET', path });
        if (!result.ok) return result;
        const [ticket] = result.output.docs;
        const next = relationId(ticket?.mergedInto);
        if (ticket && next === null) return { ok: true, output: named(ticket, title) };
        id = String(next ?? '');
      }
      return { ok: true, output: null };
    },
    [apiRoute, tickets, title],
  );
};

/** True for what can be an id. The database rejects other numbers. */
const isNumber = (text: string): boolean => /^(\d{1,9}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text);

const named = ({ id, subject, requester, organization }: FoundTicket, title: string): NamedTicket => ({
  id: String(id),
  subject,
  requester,
  organization: nameOf(organization, title),
});

/** The words by which the CMS calls an organization; its id if it has none. An app may have organizations of its own. */
const nameOf = (organization: FoundTicket['organization'], title: string): string | null => {
  const id = relationId(organization);
  if (id === null) return null;
  const of = Object(organization);
  return String(Reflect.get(of, title) || Reflect.get(of, 'name') || id);
};

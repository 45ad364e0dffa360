import { Button, useConfig, useDocumentInfo, useFormFields, useModal } from '@payloadcms/ui';
import { useCallback } from 'react';
import type { Slugs } from '../../../core/options/slugs.ts';
import { relationId } from '../../../core/shared/values/ids.ts';
import { Dialog, DialogButtons } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { SearchChoice } from '../../../core/ui/parts/form/SearchChoice.tsx';
import { useOpener } from '../../../core/ui/react/useOpener.ts';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../core/ui/react/useShortcuts.tsx';
import { type CmsResult, callCms } from '../../../core/ui/requests/cmsApi.ts';
import { findPeopleBy, type PeopleSource } from '../../people/ui.ts';
import { useInsertion } from '../../tickets/ui.ts';
import { queryFor } from '../reach.ts';
import { fillIn, findMissingValue, type SavedReplyValues } from '../savedReplies.ts';

const slug = 'portal-saved-replies';

interface SavedReplyDocument {
  readonly id: number | string;
  readonly title: string;
  readonly body: string;
}

/** Opens the saved replies that are for the ticket's organization, to search and insert one with its variables filled in. */
export const SavedReplyPicker = () => {
  const { organization, isDisabled, insert } = useInsertion();
  const t = usePortalTexts();
  const slugs = useSlugs();
  const { openModal, closeModal } = useModal();
  const read = useSavedReplies(slugs.savedReplies, organization);
  const readValues = useSavedReplyValues(slugs);
  const fill = async (body: string): Promise<CmsResult<string>> => {
    const values = await readValues();
    if (!values.ok) return values;
    const name = findMissingValue(body, values.output);
    return name === undefined
      ? { ok: true, output: fillIn(body, values.output) }
      : { ok: false, message: t('savedReplies:picker:noValue', { name }) };
  };
  useShortcuts(t('tickets:page:answer:title'), {
    i: { says: t('savedReplies:picker:insert'), act: () => !isDisabled && openModal(slug) },
  });
  return (
    <>
      <Button
        size="small"
        margin={false}
        buttonStyle="secondary"
        disabled={isDisabled}
        onClick={() => openModal(slug)}
      >
        {t('savedReplies:picker:insert')}
      </Button>
      <Dialog slug={slug} title={t('savedReplies:picker:insert')}>
        <SearchChoice
          label={t('savedReplies:picker:search')}
          listLabel={t('savedReplies:picker:label')}
          placeholder={t('savedReplies:picker:placeholder')}
          noMatch={t('savedReplies:picker:noMatch')}
          nothing={t('savedReplies:picker:none')}
          read={read}
          show={({ title, body }) => (
            <>
              <strong>{title}</strong>
              <span className="portal-muted">{body}</span>
            </>
          )}
          onPick={({ body }) => {
            closeModal(slug);
            insert(fill(body));
          }}
        />
        <DialogButtons onCancel={() => closeModal(slug)} />
      </Dialog>
    </>
  );
};

/** Number of saved replies shown. More are found by searching. */
const mostShown = 50;

const useSavedReplies = (savedRepliesSlug: string, organization: unknown) => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  return useCallback(
    async (search: string): Promise<CmsResult<readonly SavedReplyDocument[]>> => {
      const path = `/${savedRepliesSlug}?${searchFor(organization, search)}` as const;
      const result = await callCms<{ docs: SavedReplyDocument[] }>(apiRoute, { method: 'GET', path });
      return result.ok ? { ok: true, output: result.output.docs } : result;
    },
    [apiRoute, savedRepliesSlug, organization],
  );
};

const searchFor = (organization: unknown, search: string): URLSearchParams => {
  const query = new URLSearchParams({
    depth: '0',
    limit: String(mostShown),
    sort: 'title',
    ...queryFor(organization),
  });
  const words = search.split(/\s+/).filter(Boolean);
  for (const [index, word] of words.entries()) {
    query.set(`where[and][${index + 1}][or][0][title][contains]`, word);
    query.set(`where[and][${index + 1}][or][1][body][contains]`, word);
  }
  return query;
};

/** Reads the values of a saved reply's variables on the open ticket, as it is saved. */
const useSavedReplyValues = ({ users, organizations }: Pick<Slugs, 'users' | 'organizations'>) => {
  const { id } = useDocumentInfo();
  const agent = useOpener();
  const { config } = useConfig();
  const subject = useFormFields(([fields]) => fields.subject?.initialValue);
  const requester = useFormFields(([fields]) => relationId(fields.requester?.initialValue));
  const apiRoute = config.routes.api;

  return useCallback(async (): Promise<CmsResult<SavedReplyValues>> => {
    const source: PeopleSource = {
      usersSlug: users,
      organizationsSlug: organizations,
      fields: ['name', 'email'],
    };
    const ids = [requester, agent].filter((person) => person !== null && person !== undefined);
    const found = await findPeopleBy(apiRoute, source, { id: { in: ids } });
    if (!found.ok) return found;
    const nameOf = (wanted: unknown) =>
      found.output.find((person) => String(person.id) === String(wanted))?.name ?? null;
    const values = {
      'ticket.id': String(id),
      'ticket.subject': String(subject),
      'requester.name': nameOf(requester),
      'agent.name': nameOf(agent),
    };
    return { ok: true, output: values };
  }, [apiRoute, users, organizations, id, subject, requester, agent]);
};

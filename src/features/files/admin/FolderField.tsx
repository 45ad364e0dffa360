import { FieldDescription, FieldError, FieldLabel, useConfig, useField, useFormFields } from '@payloadcms/ui';
import type { RelationshipFieldClientProps } from 'payload';
import { useCallback, useEffect, useState } from 'react';
import { relationId } from '../../../core/shared/values/ids.ts';
import { SearchSelect } from '../../../core/ui/parts/form/SearchSelect.tsx';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { type CmsResult, callCms } from '../../../core/ui/requests/cmsApi.ts';
import { type Folder, folderLabel } from './useFiles.ts';

/** Part of a file's form: its folder, of the organization of its ticket if it has one. */
export const FolderField = ({ field, path: given, readOnly = false }: RelationshipFieldClientProps) => {
  const t = usePortalTexts();
  const { path, value, setValue, showError, disabled } = useField<number | string | null>({
    potentiallyStalePath: given,
  });
  const ticket = useFormFields(([fields]) => relationId(fields.ticket?.value));
  const organization = useOrganizationOf(ticket);
  const id = `field-${path.replaceAll('.', '__')}`;
  return (
    <div className="field-type relationship">
      <FieldLabel label={t('files:collection:folder')} path={path} required htmlFor={id} />
      <div className="field-type__wrap">
        <FieldError path={path} showError={showError} />
        <FolderChoice
          inputId={id}
          organization={organization}
          value={relationId(value)}
          isDisabled={readOnly || disabled}
          hasError={showError}
          onChange={setValue}
        />
        <FieldDescription description={field.admin?.description} path={path} />
      </div>
    </div>
  );
};

const useOrganizationOf = (ticket: number | string | null) => {
  const { config } = useConfig();
  const { tickets } = useSlugs();
  const apiRoute = config.routes.api;
  const [organization, setOrganization] = useState<number | string | null>(null);
  useEffect(() => {
    setOrganization(null);
    if (ticket === null) return;
    const path = `/${tickets}/${ticket}?depth=0&select[organization]=true` as const;
    void callCms<{ organization?: number | string | null }>(apiRoute, { method: 'GET', path }).then(
      (result) => result.ok && setOrganization(result.output.organization ?? null),
    );
  }, [apiRoute, tickets, ticket]);
  return organization;
};

/** Number of folders shown. More are found by typing. */
const most = 50;

interface FolderChoiceProps {
  readonly inputId: string;
  readonly value: number | string | null;
  /** The organization whose folders are offered; null for all that the reader may see. */
  readonly organization: number | string | null;
  readonly isDisabled: boolean;
  readonly hasError: boolean;
  onChange(id: number | string | null): void;
}

/** A choice of a folder by its name or its organization's. Many organizations have a folder of the same name. */
export const FolderChoice = ({ value, organization, onChange, ...select }: FolderChoiceProps) => {
  const readFolders = useReadFolders();
  const read = useCallback(
    (search: string) => readFolders(searchQuery(search, organization)),
    [readFolders, organization],
  );
  const chosen = useFolder(value);
  return (
    <SearchSelect
      {...select}
      value={chosen ? [chosen] : []}
      read={read}
      onChoose={([folder]) => onChange(folder?.id ?? null)}
    />
  );
};

const searchQuery = (search: string, organization: number | string | null): string => {
  const query = new URLSearchParams();
  if (organization !== null) query.set('where[and][0][organization][equals]', String(organization));
  for (const [index, word] of search
    .split(/[\s,]+/)
    .filter(Boolean)
    .entries()) {
    query.set(`where[and][${index + 1}][or][0][name][contains]`, word);
    query.set(`where[and][${index + 1}][or][1][organization.name][contains]`, word);
  }
  return query.toString();
};

interface NamedFolder {
  readonly id: number | string;
  readonly words: string;
}

const useReadFolders = () => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const slug = useSlugs().folders;
  return useCallback(
    async (query: string): Promise<CmsResult<readonly NamedFolder[]>> => {
      const path = `/${slug}?depth=1&sort=name&limit=${most}&${query}` as const;
      const result = await callCms<{ docs: Folder[] }>(apiRoute, { method: 'GET', path });
      if (!result.ok) return result;
      return {
        ok: true,
        output: result.output.docs.map((folder) => ({ id: folder.id, words: folderLabel(folder) })),
      };
    },
    [apiRoute, slug],
  );
};

/** A folder by its id; null until it is loaded. */
const useFolder = (id: number | string | null): NamedFolder | null => {
  const readFolders = useReadFolders();
  const [folder, setFolder] = useState<NamedFolder | null>(null);
  useEffect(() => {
    setFolder(null);
    if (id === null) return;
    let isAsked = true;
    void readFolders(`where[id][equals]=${id}`).then((result) => {
      if (isAsked && result.ok) setFolder(result.output[0] ?? null);
    });
    return () => {
      isAsked = false;
    };
  }, [readFolders, id]);
  return folder;
};

import {
  FieldDescription,
  FieldError,
  FieldLabel,
  ReactSelect,
  type ReactSelectOption,
  useConfig,
  useField,
  useFormFields,
} from '@payloadcms/ui';
import type { RelationshipFieldClientProps } from 'payload';
import { useEffect, useState } from 'react';
import { relationId } from '../../../core/shared/values/ids.ts';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../core/ui/requests/cmsApi.ts';
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
export const FolderChoice = ({
  inputId,
  value,
  organization,
  isDisabled,
  hasError,
  onChange,
}: FolderChoiceProps) => {
  const [search, setSearch] = useState('');
  const found = useFoldersBy(searchQuery(search, organization));
  const current = useFoldersBy(value === null ? null : `where[id][equals]=${value}`);
  const [chosen] = current.map(optionOf);
  return (
    <ReactSelect
      inputId={inputId}
      disabled={isDisabled}
      showError={hasError}
      isClearable
      // The server has searched, in the names of organizations, too.
      filterOption={() => true}
      onInputChange={setSearch}
      options={found.map(optionOf)}
      {...(value !== null && chosen && { value: chosen })}
      onChange={(option) => onChange(Array.isArray(option) ? null : idOf(option))}
    />
  );
};

const optionOf = (folder: Folder): ReactSelectOption => ({ value: folder.id, label: folderLabel(folder) });

const idOf = (option: ReactSelectOption | null): number | string | null =>
  typeof option?.value === 'number' || typeof option?.value === 'string' ? option.value : null;

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

const useFoldersBy = (query: string | null): readonly Folder[] => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const slug = useSlugs().folders;
  const [folders, setFolders] = useState<readonly Folder[]>([]);
  useEffect(() => {
    if (query === null) return setFolders([]);
    let isAsked = true;
    const path = `/${slug}?depth=1&sort=name&limit=${most}&${query}` as const;
    void callCms<{ docs: Folder[] }>(apiRoute, { method: 'GET', path }).then((result) => {
      if (isAsked && result.ok) setFolders(result.output.docs);
    });
    return () => {
      isAsked = false;
    };
  }, [apiRoute, slug, query]);
  return folders;
};

import { FieldDescription, FieldError, FieldLabel, useConfig, useField, useFormFields } from '@payloadcms/ui';
import type { RelationshipFieldClientProps } from 'payload';
import { useEffect, useState } from 'react';
import { relationId } from '../../../core/shared/values/ids.ts';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../core/ui/requests/cmsApi.ts';
import { FolderChoice } from './FolderChoice.tsx';

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

import { FieldLabel, RelationshipField } from '@payloadcms/ui';
import type { CollectionSlug, RelationshipFieldServerProps } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';
import { relationId } from '../../../../core/shared/ids.ts';
import { textsBy } from '../../../../core/texts/text.ts';
import { Named } from '../../../../core/ui/Named.tsx';

type PersonFieldProps = RelationshipFieldServerProps & { readonly portal: PortalContext };

type PersonFieldName = 'requester' | 'assignee' | 'createdBy' | 'followers';

/**
 * A person beside a ticket, or several. Those of a ticket that was merged stay. Representatives do not read staff: the CMS would call
 * those “Untitled”.
 */
export const PersonField = async ({
  clientField,
  data,
  i18n,
  path,
  payload,
  permissions,
  portal,
  readOnly,
  schemaPath,
  user,
}: PersonFieldProps) => {
  const t = textsBy(i18n.t);
  const value: unknown = data?.[clientField.name];
  // Followers are people whom a representative reads.
  const id = Array.isArray(value) ? null : relationId(value);
  const collection = portal.options.slugs.users as CollectionSlug;
  const reading = { collection, depth: 0, user, overrideAccess: false, disableErrors: true };
  const isHidden = id !== null && (await payload.findByID({ ...reading, id })) === null;
  if (isHidden)
    return (
      <div className="field-type">
        <FieldLabel label={clientField.label} path={path} />
        <p>{t('tickets:person:staff')}</p>
      </div>
    );
  return (
    <Named name={t(`collections:tickets:${clientField.name as PersonFieldName}`)}>
      <RelationshipField
        field={clientField}
        path={path}
        permissions={permissions}
        readOnly={readOnly || Boolean(data?.mergedInto)}
        schemaPath={schemaPath}
      />
    </Named>
  );
};

import { FieldLabel } from '@payloadcms/ui';
import type { CollectionSlug, RelationshipFieldServerProps } from 'payload';
import type { PortalContext } from '../../../../../core/context.ts';
import { hasField } from '../../../../../core/shared/values/hasField.ts';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { textsBy } from '../../../../../core/texts/text.ts';
import { Named } from '../../../../../core/ui/parts/form/Named.tsx';
import { PersonChoice, personFields } from '../../../../people/ui.ts';

type PersonFieldProps = RelationshipFieldServerProps & { readonly portal: PortalContext };

type PersonFieldName = 'requester' | 'assignee' | 'createdBy' | 'followers';

/**
 * A person beside a ticket, or several. The people of a ticket that was merged stay. Representatives do not read staff: the
 * CMS would call those “Untitled”.
 */
export const PersonField = async ({
  clientField,
  data,
  i18n,
  path,
  payload,
  portal,
  readOnly,
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
  const { users, organizations } = portal.options.slugs;
  return (
    <Named name={t(`collections:tickets:${clientField.name as PersonFieldName}`)}>
      <PersonChoice
        field={clientField}
        path={path}
        source={{
          usersSlug: users,
          organizationsSlug: organizations,
          fields: personFields.filter((name) => hasField(payload, users, name)),
        }}
        readOnly={readOnly === true || clientField.admin?.readOnly === true || Boolean(data?.mergedInto)}
        bringsOrganization={clientField.name === 'requester'}
      />
    </Named>
  );
};

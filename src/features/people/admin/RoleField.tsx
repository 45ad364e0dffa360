import { SelectField, useAuth, useField } from '@payloadcms/ui';
import type { SelectFieldClientComponent, SelectFieldClientProps } from 'payload';
import { useEffect } from 'react';
import { Named } from '../../../core/ui/parts/form/Named.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';

/** A person's role. The first user is always an administrator: there is nothing to choose. */
export const RoleField: SelectFieldClientComponent = (props) => {
  const t = usePortalTexts();
  const { user } = useAuth();
  if (!user) return <FirstRole {...props} />;
  const label = t('collections:users:role');
  return (
    <Named name={label}>
      <SelectField {...props} field={{ ...props.field, label }} />
    </Named>
  );
};

const FirstRole = ({ path, field }: SelectFieldClientProps) => {
  const t = usePortalTexts();
  const { value, setValue } = useField<string>({ potentiallyStalePath: path ?? field.name });
  // After every render, because the CMS may replace the form's first state without this value.
  useEffect(() => {
    if (value !== 'administrator') setValue('administrator');
  });
  return <p className="field-type">{t('people:firstUser')}</p>;
};

import { SelectField, useAuth, useField } from '@payloadcms/ui';
import type { SelectFieldClientComponent, SelectFieldClientProps } from 'payload';
import { useEffect } from 'react';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';

/** A person's role. The first user is always an administrator: there is nothing to choose. */
export const RoleField: SelectFieldClientComponent = (props) => {
  const { user } = useAuth();
  return user ? <SelectField {...props} /> : <FirstRole {...props} />;
};

const FirstRole = ({ path, field }: SelectFieldClientProps) => {
  const t = usePortalTexts();
  const { value, setValue } = useField<string>({ potentiallyStalePath: path ?? field.name });
  useEffect(() => {
    if (value !== 'administrator') setValue('administrator');
  }, [value, setValue]);
  return <p className="field-type">{t('people:firstUser')}</p>;
};

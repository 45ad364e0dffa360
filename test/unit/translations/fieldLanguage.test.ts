import type { Field } from 'payload';
import { expect, it } from 'vitest';
import {
  type Languages,
  labelInEachLanguage,
  saysItsLabel,
} from '../../../src/core/upstream/fieldLanguage.ts';

const languages = { en: () => 'Address', de: () => 'Adresse' } as unknown as Languages;

const label = ({ t }: { readonly t: (key: never) => string }) => t('address' as never);

const inEach = { en: 'Address', de: 'Adresse' };

const labelsIn = (field: string) => {
  const group = {
    name: 'group',
    type: 'group',
    label,
    admin: { components: { Field: field } },
    fields: [
      { name: 'address', type: 'text', label },
      { name: 'more', type: 'array', label, labels: { singular: label, plural: label }, fields: [] },
    ],
  } as unknown as Field;
  return JSON.parse(JSON.stringify(labelInEachLanguage([group], languages)));
};

it('gives the fields inside a field of the portal their labels in each language', () => {
  expect(labelsIn('payload-support-portal/client#Group')).toMatchObject([
    { label: inEach, fields: [{ label: inEach }, { labels: { singular: inEach, plural: inEach } }] },
  ]);
});

it('leaves the labels of other fields to the CMS', () => {
  expect(JSON.stringify(labelsIn('app/client#Group'))).not.toContain('Adresse');
});

it('leaves the label of a field whose component says it: the CMS says that of a column as it is', () => {
  const field = { ...saysItsLabel, name: 'address', type: 'text', label } as unknown as Field;
  field.admin = { components: { Field: 'payload-support-portal/client#Address' } } as never;
  expect(labelInEachLanguage([field], languages)).toMatchObject([{ label }]);
});

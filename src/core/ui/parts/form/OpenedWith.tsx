'use client';

import { useAllFormFields, useDocumentInfo } from '@payloadcms/ui';
import type { FormState } from 'payload';
import { useEffect, useMemo } from 'react';
import { newFormBy, openedBy, openedWithKey } from '../../../shared/values/openedForm.ts';
import { useOpener } from '../../react/useOpener.ts';
import { newKey } from '../../requests/newKey.ts';

interface OpenedWithProps {
  /** The fields that several people may change at once. */
  readonly names: readonly string[];
}

/** Renders nothing. Makes the form send its person, and the values it was opened with, so a save keeps other people's changes. */
export const OpenedWith = ({ names }: OpenedWithProps) => {
  const { id } = useDocumentInfo();
  const person = useOpener();
  // All fields: the CMS sometimes replaces the form's state and drops unknown fields.
  const [fields, dispatchFields] = useAllFormFields();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form of the next record has another name.
  const form = useMemo(newKey, [id]);
  useEffect(() => {
    const value =
      id === undefined ? newFormBy(person, form) : openedBy(person, initialValuesOf(fields, names));
    const isSaid = JSON.stringify(value) === JSON.stringify(fields[openedWithKey]?.value);
    if (!isSaid) dispatchFields({ type: 'UPDATE', path: openedWithKey, value });
  }, [dispatchFields, fields, form, id, names, person]);
  return null;
};

const initialValuesOf = (fields: FormState, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]?.initialValue ?? null]));

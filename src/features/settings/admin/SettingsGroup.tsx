import { DefaultEditView, GroupField } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import type { ClientField, DocumentViewClientProps, GroupFieldClientProps } from 'payload';
import { settingsPageOf, settingsPages } from '../pages.ts';
import './settings.css';

/** A group of Settings: the fields of it that belong to the page. The form holds all of them, so saving keeps the rest. */
export const SettingsGroup = ({ field, ...props }: GroupFieldClientProps) => {
  const shown: readonly string[] = settingsPages[settingsPageOf(usePathname())].fields;
  const fields = field.fields.filter((part) => shown.includes(nameOf(part)));
  // The page's tab is its heading.
  return fields.length > 0 ? (
    <div className="portal-settings">
      <GroupField {...props} field={{ ...field, fields, label: '' }} />
    </div>
  ) : null;
};

const nameOf = (field: ClientField): string => ('name' in field ? field.name : '');

/** A page of Settings: the CMS's own form, whose groups show the fields of the page. */
export const SettingsView = (props: DocumentViewClientProps) => <DefaultEditView {...props} />;

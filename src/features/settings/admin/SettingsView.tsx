import { DefaultEditView } from '@payloadcms/ui';
import type { DocumentViewClientProps } from 'payload';

/** A page of Settings: the CMS's own form, whose groups show the fields of the page. */
export const SettingsView = (props: DocumentViewClientProps) => <DefaultEditView {...props} />;

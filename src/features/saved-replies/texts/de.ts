import type { TextsLike } from '../../../core/texts/text.ts';
import type { savedReplies as en } from './en.ts';

export const savedReplies: TextsLike<typeof en> = {
  collection: {
    singular: 'Textbaustein',
    plural: 'Textbausteine',
    description: 'Texte, die Sie im Antwortfeld auf der Seite eines Tickets einfügen können.',
    body: 'Text',
    bodyDescription: 'Diese Variablen werden durch die Werte des Tickets ersetzt: {{variables}}.',
    everybody: 'Für alle',
    organization: 'Organisation',
    organizationDescription: 'Der Textbaustein wird nur bei Tickets dieser Organisation angeboten.',
    title: 'Titel',
  },
  errors: {
    noVariable: '{{name}} ist keine Variable. Die Variablen sind {{variables}}.',
    noOrganization: 'Wählen Sie eine Organisation oder „Für alle“.',
  },
  picker: {
    insert: 'Textbaustein einfügen',
    label: 'Textbausteine',
    noMatch: 'Keine passenden Textbausteine.',
    noValue: 'Der Text wurde nicht eingefügt: {{name}} ist bei diesem Ticket nicht bekannt.',
    none: 'Es gibt noch keine Textbausteine.',
    placeholder: 'Titel und Texte durchsuchen',
    search: 'Textbausteine durchsuchen',
  },
};

import type { TextsLike } from '../../../core/texts/text.ts';
import type { files as en } from './en.ts';

export const files: TextsLike<typeof en> = {
  byte_one: '{{count}} Byte',
  byte_other: '{{count}} Byte',
  download: 'Herunterladen',
  downloadNamed: '{{name}} herunterladen',
  table: {
    file: 'Datei',
    type: 'Typ',
    size: 'Größe',
    uploadedBy: 'Hochgeladen von',
    time: 'Zeit',
  },
  folder: {
    heading: 'Dateien in diesem Ordner',
    caption: 'Dateien in diesem Ordner, die neueste zuerst',
    ticket: 'Ticket',
    empty: 'Der Ordner ist leer. Laden Sie unter Dateien oder auf der Seite eines Tickets etwas in ihn hoch.',
  },
  filter: { organization: 'Organisation', folder: 'Ordner', all: 'Alle' },
  upload: {
    label: 'Dateien zum Anhängen',
    action: 'Dateien anhängen',
    busy: 'Wird hochgeladen …',
    intoFolder: 'in den Ordner',
    intoNamedFolder: 'in den Ordner „{{name}}“',
    progress: 'Hochladen von {{name}}',
  },
  collection: {
    singular: 'Datei',
    plural: 'Dateien',
    description:
      'Jede liegt in einem Ordner ihrer Organisation: Legen Sie zuerst einen Ordner an, wenn es keinen gibt.',
    name: 'Name',
    nameHint: 'Der Name der Datei, als sie hochgeladen wurde.',
    folder: 'Ordner',
    ticket: 'Ticket',
    organization: 'Organisation',
    organizationHint: 'Die des Ordners.',
    uploadedBy: 'Hochgeladen von',
    size: 'Größe',
    download: 'Herunterladen',
  },
  folderCollection: {
    singular: 'Ordner',
    plural: 'Ordner',
    description: 'Jeder gehört zu einer Organisation, deren Personen sehen, was darin liegt.',
    name: 'Name',
    organization: 'Organisation',
    organizationHint: 'Wessen Ordner es ist; das bleibt so.',
  },
};

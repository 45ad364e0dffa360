import type { TextsLike } from '../../../core/texts/text.ts';
import type * as en from './en.ts';

export const files: TextsLike<typeof en.files> = {
  scope: 'Dateien und Ordner',
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
    caption: 'Dateien in diesem Ordner, neueste zuerst',
    ticket: 'Ticket',
    empty: 'Der Ordner ist leer. Laden Sie unter Dateien oder auf der Seite eines Tickets Dateien hoch.',
  },
  filter: { organization: 'Organisation', folder: 'Ordner', all: 'Alle' },
  upload: {
    label: 'Anzuhängende Dateien',
    action: 'Dateien hinzufügen',
    busy: 'Wird hochgeladen …',
    intoFolder: 'in den Ordner',
    intoNamedFolder: 'in den Ordner „{{name}}“',
    progress: 'Hochladen von {{name}}',
    waiting: 'Die Verbindung ist unterbrochen. Der Upload wird fortgesetzt, sobald sie wieder da ist.',
  },
  collection: {
    singular: 'Datei',
    plural: 'Dateien',
    description:
      'Jede Datei liegt in einem Ordner ihrer Organisation: Legen Sie zuerst einen Ordner an, wenn es keinen gibt.',
    name: 'Name',
    nameHint: 'Der Name der Datei beim Hochladen.',
    folder: 'Ordner',
    ticket: 'Ticket',
    transfer: 'Sendung',
    reply: 'Antwort',
    internal: 'Intern',
    internalHint:
      'Kunden sehen die Datei nicht: Sie gehört zu einer internen Notiz oder zu einer Antwort, die noch nicht gesendet ist.',
    organization: 'Organisation',
    organizationHint: 'Die Organisation des Ordners.',
    uploadedBy: 'Hochgeladen von',
    uploadedVia: 'Eingangsweg',
    size: 'Größe',
    download: 'Herunterladen',
  },
  folderCollection: {
    singular: 'Ordner',
    plural: 'Ordner',
    description: 'Jeder Ordner gehört zu einer Organisation, deren Personen seine Dateien sehen.',
    name: 'Name',
    organization: 'Organisation',
    organizationHint: 'Die Organisation, zu der der Ordner gehört. Sie kann nicht geändert werden.',
  },
  customer: {
    all: 'Alle anzeigen',
    none: 'Noch keine Dateien.',
    sent: 'Gesendete Dateien',
    title: 'Dateien',
  },
};

export const errors: TextsLike<typeof en.errors> = {
  file: {
    noFolder: 'Diesen Ordner gibt es nicht.',
    twoOrganizations: 'Das Ticket und der Ordner gehören zu verschiedenen Organisationen.',
    refused: 'Die Datei wurde abgelehnt.',
    noName: 'Geben Sie der Datei einen Namen.',
    missing: 'Senden Sie die Datei selbst.',
    otherReply: 'Die Datei {{id}} ({{name}}) gehört schon zu einer anderen Antwort.',
    otherTicket: 'Die Datei {{id}} ({{name}}) gehört zu einem anderen Ticket.',
    notYours: 'Die Datei {{id}} ({{name}}) gehört jemand anderem: Laden Sie eine Kopie davon hoch.',
    wouldHide:
      'Die Datei {{id}} ({{name}}) ist für den Kunden sichtbar, und jemand anders hat sie hochgeladen: Eine interne Notiz würde sie verbergen.',
    neverReplaced: 'Eine Datei kann nicht ersetzt werden: Laden Sie eine neue hoch.',
    notRemoved:
      'Der Dateispeicher hat die Datei nicht entfernt, sie ist also noch da. Versuchen Sie es gleich noch einmal.',
    otherBytes:
      'Der Dateispeicher hat andere Bytes der Datei geliefert, als gespeichert wurden. Versuchen Sie es gleich noch einmal.',
    folderNotEmpty: 'Der Ordner ist nicht leer. Löschen Sie zuerst seine Dateien.',
    linkExpired:
      'Der Link ist abgelaufen oder unvollständig. Rufen Sie die Datei noch einmal ab, um einen neuen zu erhalten.',
  },
};

import type { TextsLike } from '../../../core/texts/text.ts';
import type { admin as en } from './adminEn.ts';

export const admin: TextsLike<typeof en> = {
  recipients: {
    title: 'Empfänger',
    label: 'An',
    placeholder: 'Name oder Adresse; Enter fügt sie hinzu',
    noAddress: 'Geben Sie eine Adresse ein oder wählen Sie eine Person.',
    remove: '{{email}} entfernen',
    person: 'Person',
    state: 'Status',
    mailed: 'Gesendet',
    opened: 'Geöffnet',
    actions: 'Aktionen',
    received_one: '{{count}} Datei eingegangen',
    received_other: '{{count}} Dateien eingegangen',
    is: {
      waiting: 'Noch nicht gesendet',
      mailed: 'E-Mail gesendet',
      delivered: 'E-Mail zugestellt',
      delayed: 'E-Mail verzögert',
      bounced: 'E-Mail unzustellbar',
      complained: 'Als Spam gemeldet',
      failed: 'E-Mail fehlgeschlagen',
      opened: 'Geöffnet',
      downloaded: 'Heruntergeladen',
    },
  },
  settings: {
    life: 'Der Link läuft ab nach',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tagen',
    access: 'Wer ihn öffnen darf',
    password: 'Passwort',
    passwordHint: 'Keines. Mindestens 8 Zeichen; nennen Sie es am Telefon',
  },
  access: {
    link: 'Jeder, der den Link hat',
    code: 'Der Empfänger, mit einem Code per E-Mail',
    account: 'Der Empfänger, angemeldet',
  },
  files: {
    label: 'Dateien zum Senden',
    choose: 'Dateien auswählen',
    addMore: 'Weitere Dateien auswählen',
    orDrop: 'oder hier ablegen',
    remove: 'Entfernen',
    removeNamed: '{{name}} entfernen',
  },
  copy: {
    action: 'Link kopieren',
    title: 'Link',
    advice: 'Jeder, der ihn hat, kann ihn öffnen. Er gehört keinem Empfänger.',
  },
  history: {
    title: 'Aktivität',
    more: 'Mehr anzeigen',
  },
};

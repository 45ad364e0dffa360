import type { people as en } from '../en/people.ts';
import type { TextsLike } from '../text.ts';

export const people: TextsLike<typeof en> = {
  bounce: {
    bounced: 'Die letzte Mail an {{address}} kam zurück ({{time}}).',
    bouncedBecause: 'Die letzte Mail an {{address}} kam zurück ({{time}}): {{detail}}',
    complained: 'Die letzte Mail an {{address}} wurde als Spam gemeldet ({{time}}).',
    complainedBecause: 'Die letzte Mail an {{address}} wurde als Spam gemeldet ({{time}}): {{detail}}',
  },
  clientAtTheDoor:
    'Dieser Bereich ist für das Support-Team. Als Kunde erreichen Sie es per E-Mail: Antworten Sie auf eine seiner Mails, oder schreiben Sie an seine Adresse.',
  emailChange: {
    title: 'Neue E-Mail-Adresse',
    question: 'Soll {{email}} die Adresse Ihres Kontos sein? Ihre jetzigen Sitzungen enden dann.',
    button: 'Adresse bestätigen',
    done: 'Erledigt',
    changed: '{{email}} ist jetzt die Adresse Ihres Kontos. Melden Sie sich künftig mit ihr an.',
    gone: 'Dieser Link gilt nicht',
    over: 'Er wurde benutzt, ist älter als 24 Stunden, oder das Konto hat sich seitdem geändert. Es wurde nichts geändert. Geben Sie die Adresse erneut an, um einen neuen Link zu bekommen.',
  },
  firstUser: 'Der erste Benutzer ist der Administrator. Er legt alle weiteren an.',
  mails: {
    export: 'Als CSV exportieren',
    inLog: 'Im E-Mail-Protokoll ansehen',
    title: 'Mails an diese Person',
  },
};

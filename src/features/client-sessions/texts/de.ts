import type { TextsLike } from '../../../core/texts/text.ts';
import type { signIn as en } from './en.ts';

export const signIn: TextsLike<typeof en> = {
  errors: {
    expired: 'Dieser Code oder Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
    codeNeeded:
      'Geben Sie auch den Code aus derselben E-Mail ein: Dies ist nicht der Browser, in dem Sie den Link angefordert haben.',
    invalidCode: 'Dieser Code ist falsch oder abgelaufen. Sehen Sie in der neuesten E-Mail nach.',
    address: 'Geben Sie eine Adresse an, etwa anna@example.com.',
    codeForm: 'Geben Sie die acht Ziffern aus der E-Mail ein.',
    next: 'Geben Sie den Pfad einer Kundenseite an.',
    noField: 'Die Benutzer des Portals haben kein solches Feld.',
    signInAgain: 'Sie sind abgemeldet. Melden Sie sich erneut an.',
  },
  sessions: {
    title: 'Kundenseiten',
    never: 'Noch nie angemeldet.',
    lastVisit: 'Letzter Besuch: {{time}}',
    end: 'Beenden',
    endOf: 'Sitzung von {{browser}} beenden',
    endAll: 'Alle Sitzungen beenden',
    ended: 'Die Sitzung ist beendet.',
    endedAll: 'Alle Sitzungen sind beendet.',
  },
  mail: {
    subject: 'Ihre Anmeldung im Support-Portal',
    code: 'Ihr Code: {{code}}',
    link: 'Oder öffnen Sie diesen Link in dem Browser, in dem Sie ihn angefordert haben:',
    valid: 'Beide gelten {{minutes}} Minuten lang und nur einmal.',
    team: 'Sie gehören zum Support-Team: Melden Sie sich mit Ihrem Passwort in der Verwaltung an.',
    unexpected:
      'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ohne sie kann sich niemand anmelden.',
  },
  mailType: 'Anmeldung',
};

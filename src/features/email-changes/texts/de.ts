import type { TextsLike } from '../../../core/texts/text.ts';
import type { emailChanges as en } from './en.ts';

export const emailChanges: TextsLike<typeof en> = {
  page: {
    title: 'Neue E-Mail-Adresse',
    question: 'Soll {{email}} die Adresse Ihres Kontos sein? Ihre jetzigen Sitzungen enden dann.',
    button: 'Adresse bestätigen',
    done: 'Erledigt',
    changed: '{{email}} ist jetzt die Adresse Ihres Kontos. Melden Sie sich künftig mit ihr an.',
    gone: 'Dieser Link gilt nicht',
    over: 'Er wurde benutzt, ist älter als 24 Stunden, oder das Konto hat sich seitdem geändert. Es wurde nichts geändert. Geben Sie die Adresse erneut an, um einen neuen Link zu bekommen.',
  },
  errors: {
    noAddress: 'Geben Sie eine E-Mail-Adresse an, etwa ann@example.com.',
    otherOrganization: 'Die Domain dieser Adresse gehört zu einer anderen Organisation.',
    tooOften:
      'Sie können eine neue Adresse in der Minute angeben, und fünf in der Stunde. Versuchen Sie es später noch einmal.',
  },
  mails: {
    ask: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      asked: 'Das Konto von {{from}} im Support-Portal soll die Adresse {{to}} bekommen.',
      confirm:
        'Wenn Sie das möchten, bestätigen Sie es innerhalb von 24 Stunden. Danach melden Sie sich mit der neuen Adresse an:',
      noLink:
        'Das Portal kennt seine eigene Adresse nicht, deshalb hat diese Mail keinen Link. Bitten Sie das Support-Team, Ihre Adresse zu ändern.',
      unexpected: 'Wenn Sie das nicht erwartet haben, tun Sie nichts: Es ändert sich nichts.',
    },
    tell: {
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      asked:
        'Jemand, der mit Ihrem Konto im Support-Portal angemeldet ist, möchte dessen Adresse {{from}} in {{to}} ändern. Eine Mail dorthin bittet um Bestätigung; bis dahin ändert sich nichts.',
      unexpected:
        'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das beendet die Änderung und alle anderen Sitzungen.',
    },
    taken: {
      subject: 'Jemand wollte Ihre E-Mail-Adresse benutzen',
      tried: 'Jemand wollte {{to}} als Adresse eines anderen Kontos im Support-Portal.',
      nothing: 'Es ist die Adresse Ihres Kontos, deshalb geschieht nichts. Es ist nichts zu tun.',
    },
  },
};

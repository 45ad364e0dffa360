import type { TextsLike } from '../../../core/texts/text.ts';
import type { emailChanges as en } from './en.ts';

export const emailChanges: TextsLike<typeof en> = {
  page: {
    title: 'Neue E-Mail-Adresse',
    question:
      'Möchten Sie {{email}} als Adresse Ihres Kontos verwenden? Alle Ihre Sitzungen werden dann beendet.',
    button: 'Adresse bestätigen',
    done: 'Erledigt',
    changed: '{{email}} ist jetzt die Adresse Ihres Kontos. Melden Sie sich künftig mit ihr an.',
    used: 'Dieser Link wurde bereits benutzt',
    changedBefore:
      'Die Adresse, an die er gesendet wurde, ist jetzt die Adresse des Kontos. Melden Sie sich mit ihr an.',
    gone: 'Dieser Link ist nicht gültig',
    over: 'Er wurde bereits benutzt, ist älter als {{hours}} Stunden, oder das Konto hat sich seitdem geändert. Jetzt wurde nichts geändert. Geben Sie die Adresse erneut ein, um einen neuen Link zu erhalten.',
  },
  errors: {
    noAddress: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ann@example.com.',
    otherOrganization: 'Die Domain dieser Adresse gehört zu einer anderen Organisation.',
    tooOften:
      'Sie können eine neue Adresse pro Minute und {{most}} pro Stunde anfordern. Versuchen Sie es später noch einmal.',
  },
  mails: {
    ask: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      asked: 'Die Adresse des Kontos {{from}} im Support-Portal soll in {{to}} geändert werden.',
      confirm:
        'Um das zu bestätigen, öffnen Sie innerhalb von {{hours}} Stunden diesen Link. Danach melden Sie sich mit der neuen Adresse an:',
      noLink:
        'Das Portal kennt seine eigene Adresse nicht, deshalb enthält diese E-Mail keinen Link. Bitten Sie das Support-Team, Ihre Adresse zu ändern.',
      unexpected:
        'Wenn Sie das nicht erwartet haben, können Sie diese E-Mail ignorieren: Es ändert sich nichts.',
    },
    tell: {
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      asked:
        'Jemand, der mit Ihrem Konto im Support-Portal angemeldet ist, möchte dessen Adresse von {{from}} in {{to}} ändern. Eine E-Mail an die neue Adresse bittet um Bestätigung; bis dahin ändert sich nichts.',
      unexpected:
        'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das bricht die Änderung ab und beendet alle anderen Sitzungen.',
    },
    taken: {
      subject: 'Jemand hat versucht, Ihre E-Mail-Adresse zu verwenden',
      tried: 'Jemand hat versucht, {{to}} als Adresse eines anderen Kontos im Support-Portal zu verwenden.',
      nothing: 'Es ist die Adresse Ihres Kontos, deshalb ändert sich nichts. Sie müssen nichts tun.',
    },
  },
  mailType: 'Neue E-Mail-Adresse',
};

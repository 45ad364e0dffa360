import type { mails as en } from '../en/mails.ts';
import type { TextsLike } from '../text.ts';

export const mails: TextsLike<typeof en> = {
  notice: {
    subject: {
      created: 'Neues Ticket: {{subject}}',
      client_reply: 'Neue Antwort: {{subject}}',
      staff_reply: 'Neue Antwort: {{subject}}',
      status: 'Status geändert: {{subject}}',
    },
    headline: {
      created: 'Ein neues Ticket mit der Priorität {{priority}}: {{subject}}',
      client_reply: 'Ein Kunde hat auf das Ticket „{{subject}}“ geantwortet:',
      staff_reply: 'Es gibt eine Antwort auf Ihr Ticket „{{subject}}“:',
      status: 'Ihr Ticket „{{subject}}“ ist jetzt {{status}}.',
    },
    change: 'Das Ticket ist jetzt {{status}}.',
    answer: 'Antworten Sie auf diese Mail, um zu antworten.',
    status: { open: 'offen', in_progress: 'in Bearbeitung', resolved: 'gelöst', closed: 'geschlossen' },
    priority: { low: 'niedrig', medium: 'mittel', high: 'hoch', urgent: 'dringend' },
  },
  expiringKey: {
    subject: 'Ihr API-Schlüssel „{{name}}“ läuft am {{day}} ab',
    ends: 'Ihr API-Schlüssel „{{name}}“ ({{prefix}}…) endet am {{day}} um {{time}} UTC. Von da an wird jede Anfrage mit ihm abgewiesen.',
    replace:
      'Falls ihn noch ein Programm benutzt, lassen Sie unter Einstellungen → API-Schlüssel einen neuen anlegen, setzen Sie ihn an die Stelle des alten, und widerrufen Sie den alten.',
  },
  createdKey: {
    subject: 'In Ihrem Namen wurde ein API-Schlüssel erstellt: „{{name}}“',
    who: '{{maker}} hat in Ihrem Namen den API-Schlüssel „{{name}}“ ({{prefix}}…) erstellt. Programme, die ihn nutzen, handeln mit Ihren Rechten.',
    revoke:
      'Wenn Sie das nicht erwartet haben, widerrufen Sie ihn unter Einstellungen → API-Schlüssel, und fragen Sie nach.',
  },
  emailChange: {
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
  disabledWebhook: {
    subject: 'Ein Webhook wurde deaktiviert',
    gone: 'Der Webhook an {{url}} wurde deaktiviert: Sein Empfänger hat mit 410 geantwortet, will also keine Ereignisse mehr.',
    failing: 'Der Webhook an {{url}} wurde deaktiviert: Seit fünf Tagen war keine Zustellung erfolgreich.',
    until:
      'Bis er wieder aktiviert ist, wird nichts an ihn gesendet. Neue Ereignisse werden 30 Tage aufbewahrt und können durch „recover“ erneut gesendet werden.',
  },
  test: {
    subject: 'Testmail des Support-Portals',
    text: 'Diese Mail zeigt, dass das Support-Portal senden kann. Es ist nichts zu tun.',
  },
};

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

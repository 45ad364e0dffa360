import type { mails as en } from '../en/mails.ts';
import type { TextsLike } from '../text.ts';

export const mails: TextsLike<typeof en> = {
  notice: {
    subject: {
      created: 'Neues Ticket: {{subject}}',
      received: 'Eingegangen: {{subject}}',
      client_reply: 'Neue Antwort: {{subject}}',
      staff_reply: 'Neue Antwort: {{subject}}',
      note: 'Interne Notiz zum Ticket {{number}}',
      mention: 'Sie werden bei Ticket {{number}} erwähnt',
      status: 'Status geändert: {{subject}}',
    },
    headline: {
      created: 'Ein neues Ticket mit der Priorität {{priority}}: {{subject}}',
      received: 'Ihre Nachricht ist bei uns eingegangen. Sie hat die Ticketnummer #{{number}}.',
      opened: 'Das Support-Team hat für Sie das Ticket #{{number}} angelegt.',
      client_reply: 'Ein Kunde hat auf das Ticket „{{subject}}“ geantwortet:',
      staff_reply: 'Es gibt eine Antwort auf Ihr Ticket „{{subject}}“:',
      note: 'Es gibt eine neue interne Notiz zum Ticket „{{subject}}“:',
      mention: 'Eine interne Notiz zum Ticket „{{subject}}“ erwähnt Sie:',
      status: 'Ihr Ticket „{{subject}}“ ist jetzt {{status}}.',
    },
    receipt: { subject: 'Betreff: {{subject}}', noText: '(Kein Text)' },
    change: 'Das Ticket ist jetzt {{status}}.',
    answer: 'Antworten Sie einfach auf diese E-Mail.',
    noAnswer: 'Eine Antwort auf diese E-Mail erreicht das Ticket nicht. Antworten Sie dort.',
    page: 'Ticket öffnen',
    files: 'Dateien: {{names}}',
    linked: 'Zu groß für diese E-Mail, aber auf der Seite des Tickets: {{names}}',
    status: { open: 'offen', in_progress: 'in Bearbeitung', resolved: 'gelöst', closed: 'geschlossen' },
    priority: { low: 'niedrig', medium: 'mittel', high: 'hoch', urgent: 'dringend' },
  },
  expiringKey: {
    subject: 'Ihr API-Schlüssel „{{name}}“ läuft am {{day}} ab',
    ends: 'Ihr API-Schlüssel „{{name}}“ ({{prefix}}…) läuft am {{day}} um {{time}} UTC ab. Von da an wird jede Anfrage mit ihm abgewiesen.',
    replace:
      'Falls ein Programm ihn noch benutzt, lassen Sie unter Einstellungen → API-Schlüssel einen neuen anlegen, ersetzen Sie den alten durch ihn, und widerrufen Sie den alten.',
  },
  createdKey: {
    subject: 'In Ihrem Namen wurde ein API-Schlüssel angelegt: „{{name}}“',
    who: '{{maker}} hat in Ihrem Namen den API-Schlüssel „{{name}}“ ({{prefix}}…) angelegt. Programme, die ihn benutzen, handeln mit Ihren Rechten.',
    revoke:
      'Wenn Sie das nicht erwartet haben, widerrufen Sie ihn unter Einstellungen → API-Schlüssel, und fragen Sie die Person, die ihn angelegt hat.',
  },
  disabledWebhook: {
    subject: 'Ein Webhook wurde deaktiviert',
    gone: 'Der Webhook an {{url}} wurde deaktiviert: Sein Empfänger hat mit 410 geantwortet, möchte also keine Ereignisse mehr.',
    failing: 'Der Webhook an {{url}} wurde deaktiviert: Seit fünf Tagen war keine Zustellung erfolgreich.',
    until:
      'Bis er wieder aktiviert ist, wird nichts an ihn gesendet. Neue Ereignisse werden 30 Tage aufbewahrt; sobald er aktiviert ist, können Sie sie mit „recover“ erneut senden.',
  },
  test: {
    subject: 'Test-E-Mail des Support-Portals',
    text: 'Diese E-Mail zeigt, dass das Support-Portal E-Mails senden kann. Sie müssen nichts tun.',
  },
};

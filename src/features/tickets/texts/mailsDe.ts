import type { TextsLike } from '../../../core/texts/text.ts';
import type { mails as en } from './mailsEn.ts';

export const mails: TextsLike<typeof en> = {
  notice: {
    subject: {
      created: 'Neues Ticket: {{subject}}',
      received: 'Eingegangen: {{subject}}',
      client_reply: 'Neue Antwort: {{subject}}',
      staff_reply: 'Neue Antwort: {{subject}}',
      note: 'Interne Notiz zum Ticket {{number}}',
      mention: 'Sie wurden im Ticket {{number}} erwähnt',
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
    noAnswer: 'Eine Antwort auf diese E-Mail erreicht das Ticket nicht. Bitte antworten Sie dort.',
    page: 'Ticket öffnen',
    files: 'Dateien: {{names}}',
    linked: 'Zu groß für diese E-Mail, aber auf der Seite des Tickets: {{names}}',
    priority: { low: 'niedrig', medium: 'mittel', high: 'hoch', urgent: 'dringend' },
  },
};

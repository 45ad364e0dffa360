import type { TextsLike } from '../../../core/texts/text.ts';
import type { people as en } from './en.ts';

export const people: TextsLike<typeof en> = {
  bounce: {
    bounced: 'Die letzte E-Mail an {{address}} war unzustellbar ({{time}}).',
    bouncedBecause: 'Die letzte E-Mail an {{address}} war unzustellbar ({{time}}): {{detail}}',
    complained: 'Die letzte E-Mail an {{address}} wurde als Spam gemeldet ({{time}}).',
    complainedBecause: 'Die letzte E-Mail an {{address}} wurde als Spam gemeldet ({{time}}): {{detail}}',
  },
  clientAtTheDoor:
    'Dieser Bereich ist für das Support-Team. Als Kunde erreichen Sie es per E-Mail: Antworten Sie auf eine seiner E-Mails, oder schreiben Sie an seine Adresse.',
  firstUser: 'Der erste Benutzer ist der Administrator. Er legt alle weiteren an.',
  mails: {
    export: 'Als CSV exportieren',
    inLog: 'Im E-Mail-Protokoll anzeigen',
    title: 'E-Mails an diese Person',
  },
};

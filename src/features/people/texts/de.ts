import type { TextsLike } from '../../../core/texts/text.ts';
import type { people as en } from './en.ts';

export const people: TextsLike<typeof en> = {
  bounce: {
    bounced: 'Die letzte E-Mail an {{address}} war unzustellbar ({{time}}).',
    bouncedBecause: 'Die letzte E-Mail an {{address}} war unzustellbar ({{time}}): {{detail}}',
    complained: 'Die letzte E-Mail an {{address}} wurde als Spam gemeldet ({{time}}).',
    complainedBecause: 'Die letzte E-Mail an {{address}} wurde als Spam gemeldet ({{time}}): {{detail}}',
  },
  clientAtTheDoor: {
    lead: 'Dieser Bereich ist für das Support-Team.',
    pages: 'Als Kunde finden Sie Ihre Tickets unter {{url}}.',
    address: 'Sie erreichen das Team auch per E-Mail: Schreiben Sie an {{address}}.',
    reply: 'Sie erreichen das Team auch per E-Mail: Antworten Sie auf eine seiner E-Mails.',
  },
  firstUser: 'Der erste Benutzer ist der Administrator. Er legt alle weiteren an.',
  mails: {
    export: 'Als CSV exportieren',
    inLog: 'Im E-Mail-Protokoll anzeigen',
    none: 'Noch keine E-Mails.',
    on: { ticket: 'Letzte E-Mails', person: 'E-Mails an diese Person', organization: 'Letzte E-Mails' },
  },
  choice: {
    create: 'Neue Person',
    none: 'Niemand mit diesem Namen, dieser Adresse oder Organisation.',
    unknown: '…',
  },
  customer: {
    allPeople: 'Alle Kunden anzeigen',
    hidden: 'Niemand, den Sie sehen können.',
    noPeople: 'Noch keine Personen.',
    people: 'Personen',
    title: 'Kunde',
  },
};

import type { TextsLike } from '../../../core/texts/text.ts';
import type * as en from './en.ts';

export const people: TextsLike<typeof en.people> = {
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
    hidden: 'Niemand, den Sie sehen dürfen.',
    noPeople: 'Noch keine Personen.',
    people: 'Personen',
    title: 'Kunde',
  },
};

export const collections: TextsLike<typeof en.collections> = {
  organizations: {
    singular: 'Organisation',
    plural: 'Organisationen',
    domains: 'Domains',
    domainsDescription:
      'E-Mail-Domains des Kunden, zum Beispiel example.com. Wer von einer davon schreibt, wird Kunde dieser Organisation. Tragen Sie nie einen Anbieter wie gmail.com ein.',
    name: 'Name',
    clientsSee: 'Kunden sehen',
    clientsSeeChoices: {
      organization: 'alle Tickets der Organisation',
      own: 'nur Tickets, die sie selbst angelegt haben, bei denen sie mitlesen oder die für sie sind',
    },
    clientsSeeDescription:
      'Gilt auch für die Antworten und Dateien dieser Tickets. Dateien ohne Ticket bleiben für alle sichtbar.',
  },
  users: {
    singular: 'Benutzer',
    plural: 'Benutzer',
    email: 'E-Mail',
    name: 'Name',
    organization: 'Organisation',
    organizationDescription: 'Die Organisation, für die diese Person arbeitet.',
    organizations: 'Organisationen',
    organizationsDescription: 'Die Organisationen, die diese Person betreut.',
    language: 'Sprache',
    languageDescription:
      'Die Sprache der Kundenseiten und der E-Mails. Leer: die des Browsers, bei E-Mails die voreingestellte.',
    languages: { en: 'English', de: 'Deutsch' },
    notices: 'E-Mails zu Tickets',
    noticesChoices: { all: 'Antworten und Statusänderungen', replies: 'nur Antworten', none: 'keine' },
    role: 'Rolle',
    roles: {
      administrator: 'Administrator',
      editor: 'Redakteur',
      developer: 'Entwickler',
      technician: 'Techniker',
      representative: 'Betreuer',
      client: 'Kunde',
    },
  },
};

export const errors: TextsLike<typeof en.errors> = {
  organization: {
    missing: 'Wählen Sie die Organisation.',
    domainList: 'Geben Sie eine Liste von Domains an.',
    tooManyDomains: 'Geben Sie höchstens {{most}} Domains an.',
    noDomain: '{{domain}} ist keine Domain wie example.com.',
    ofClient: 'Ein Kunde braucht eine Organisation.',
    ofRepresentative: 'Ein Betreuer braucht mindestens eine Organisation.',
  },
  users: {
    lastAdministrator:
      'Das ist der letzte Administrator. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  },
  inbound: {
    appsUsers: 'Diesen Benutzer gibt es nicht, und die App legt ihre Benutzer selbst an.',
  },
};

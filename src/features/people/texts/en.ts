export const people = {
  bounce: {
    bounced: 'The last mail to {{address}} bounced ({{time}}).',
    bouncedBecause: 'The last mail to {{address}} bounced ({{time}}): {{detail}}',
    complained: 'The last mail to {{address}} was marked as spam ({{time}}).',
    complainedBecause: 'The last mail to {{address}} was marked as spam ({{time}}): {{detail}}',
  },
  clientAtTheDoor: {
    lead: 'This area is for the support team.',
    pages: 'As a client, you find your tickets at {{url}}.',
    address: 'You can also reach the team by mail: write to {{address}}.',
    reply: 'You can also reach the team by mail: reply to one of its mails.',
  },
  firstUser: 'The first user is the administrator, who adds everyone else.',
  mails: {
    export: 'Export as CSV',
    inLog: 'Show in the email log',
    none: 'No mails yet.',
    on: { ticket: 'Last mails', person: 'Mails to this person', organization: 'Last mails' },
  },
  choice: { create: 'New person', none: 'No one has this name, address or organization.', unknown: '…' },
  customer: {
    allPeople: 'Show all clients',
    hidden: 'No one you are allowed to see.',
    noPeople: 'No people yet.',
    people: 'People',
    title: 'Client',
  },
};

export const collections = {
  organizations: {
    singular: 'Organization',
    plural: 'Organizations',
    domains: 'Domains',
    domainsDescription:
      'Mail domains of the client, such as example.com. Anyone who writes from one of them becomes a client of this organization. Never enter a provider such as gmail.com.',
    name: 'Name',
    clientsSee: 'Clients see',
    clientsSeeChoices: {
      organization: 'all tickets of the organization',
      own: 'only tickets that they created, follow or are the requester of',
    },
    clientsSeeDescription:
      'Also limits the replies and files of those tickets. Files without a ticket stay visible to all.',
  },
  users: {
    singular: 'User',
    plural: 'Users',
    // The label that the CMS gives the field.
    email: 'Email',
    name: 'Name',
    organization: 'Organization',
    organizationDescription: 'The organization that this person works for.',
    organizations: 'Organizations',
    organizationsDescription: 'The organizations that this person looks after.',
    language: 'Language',
    languageDescription:
      'Language of the client pages and of mails. If empty: the browser’s language, and for mails the default.',
    languages: { en: 'English', de: 'Deutsch' },
    notices: 'Mails about tickets',
    noticesChoices: { all: 'replies and status changes', replies: 'replies only', none: 'none' },
    role: 'Role',
    roles: {
      administrator: 'administrator',
      editor: 'editor',
      developer: 'developer',
      technician: 'technician',
      representative: 'representative',
      client: 'client',
    },
  },
};

export const errors = {
  organization: {
    missing: 'Choose the organization.',
    domainList: 'Send a list of domains.',
    tooManyDomains: 'Enter at most {{most}} domains.',
    noDomain: '{{domain}} is not a domain name such as example.com.',
    ofClient: 'A client needs an organization.',
    ofRepresentative: 'A representative needs at least one organization.',
  },
  users: {
    lastAdministrator: 'This is the last administrator. Make another user an administrator first.',
  },
  inbound: {
    appsUsers: 'There is no such user, and the app creates its users itself.',
  },
};

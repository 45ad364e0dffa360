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
    address: 'You also reach the team by mail: write to {{address}}.',
    reply: 'You also reach the team by mail: reply to one of its mails.',
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
    hidden: 'No one whom you can see.',
    noPeople: 'No people yet.',
    people: 'People',
    title: 'Customer',
  },
};

export const people = {
  bounce: {
    bounced: 'The last mail to {{address}} bounced ({{time}}).',
    bouncedBecause: 'The last mail to {{address}} bounced ({{time}}): {{detail}}',
    complained: 'The last mail to {{address}} was marked as spam ({{time}}).',
    complainedBecause: 'The last mail to {{address}} was marked as spam ({{time}}): {{detail}}',
  },
  clientAtTheDoor:
    'This area is for the support team. As a client, you reach the team by mail: reply to one of its mails, or write to its address.',
  firstUser: 'The first user is the administrator, who adds everyone else.',
  mails: {
    export: 'Export as CSV',
    inLog: 'Show in the email log',
    title: 'Mails to this person',
  },
};

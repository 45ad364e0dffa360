export const people = {
  bounce: {
    bounced: 'The last mail to {{address}} bounced ({{time}}).',
    bouncedBecause: 'The last mail to {{address}} bounced ({{time}}): {{detail}}',
    complained: 'The last mail to {{address}} was marked as spam ({{time}}).',
    complainedBecause: 'The last mail to {{address}} was marked as spam ({{time}}): {{detail}}',
  },
  clientAtTheDoor:
    'This area is for the support team. As a client, you reach the team by mail: answer one of its mails, or write to its address.',
  emailChange: {
    title: 'New email address',
    question: 'Should {{email}} be the address of your account? Your present sessions end then.',
    button: 'Confirm the address',
    done: 'Done',
    changed: '{{email}} is the address of your account now. Log in with it from now on.',
    gone: 'This link does not work',
    over: 'It was used, is older than 24 hours, or the account has changed since. Nothing was changed. Set the address again for a new link.',
  },
  firstUser: 'The first user is the administrator, who adds everybody else.',
  mails: {
    export: 'Export them as CSV',
    inLog: 'See them in the email log',
    title: 'Mails to this person',
  },
};

export const mails = {
  notice: {
    subject: {
      created: 'New ticket: {{subject}}',
      client_reply: 'New reply: {{subject}}',
      staff_reply: 'New reply: {{subject}}',
      status: 'Status changed: {{subject}}',
    },
    headline: {
      created: 'A new ticket with {{priority}} priority: {{subject}}',
      client_reply: 'A client replied to the ticket “{{subject}}”:',
      staff_reply: 'There is a reply to your ticket “{{subject}}”:',
      status: 'Your ticket “{{subject}}” is {{status}} now.',
    },
    change: 'The ticket is {{status}} now.',
    answer: 'Answer this mail to reply.',
    status: { open: 'open', in_progress: 'in progress', resolved: 'resolved', closed: 'closed' },
    priority: { low: 'low', medium: 'medium', high: 'high', urgent: 'urgent' },
  },
  expiringKey: {
    subject: 'Your API key “{{name}}” expires on {{day}}',
    ends: 'Your API key “{{name}}” ({{prefix}}…) ends on {{day}} at {{time}} UTC. From then on every request with it is refused.',
    replace:
      'If a program still uses it, have a new key made under Settings → API keys, put it in the place of the old one, and revoke the old one.',
  },
  createdKey: {
    subject: 'An API key was made in your name: “{{name}}”',
    who: '{{maker}} has made the API key “{{name}}” ({{prefix}}…) in your name. Programs that use it act with your rights.',
    revoke:
      'If you did not expect this, revoke it under Settings → API keys, and ask the person who made it.',
  },
  emailChange: {
    ask: {
      subject: 'Confirm your new email address',
      asked: 'The account of {{from}} in the support portal is to have the address {{to}}.',
      confirm: 'If you want this, confirm it within 24 hours. You then log in with the new address:',
      noLink:
        'The portal does not know its own address, so this mail has no link. Ask the support team to change your address.',
      unexpected: 'If you did not expect this, do nothing: nothing changes.',
    },
    tell: {
      subject: 'Your email address is to be changed',
      asked:
        'Someone who is logged in to your account in the support portal wants its address {{from}} to become {{to}}. A mail there asks for a confirmation; until then nothing changes.',
      unexpected:
        'If that was not you, change your password now: that ends the change, and all other sessions.',
    },
    taken: {
      subject: 'Someone tried to use your email address',
      tried: 'Someone wanted {{to}} as the address of another account in the support portal.',
      nothing: 'It is the address of your account, so nothing happens. There is nothing to do.',
    },
  },
  disabledWebhook: {
    subject: 'A webhook was disabled',
    gone: 'The webhook to {{url}} was disabled: its receiver answered 410, which means that it wants no more events.',
    failing: 'The webhook to {{url}} was disabled: no delivery has succeeded for five days.',
    until:
      'Until it is enabled again nothing is sent to it. New events are kept for 30 days, and can be sent again by recover.',
  },
  test: {
    subject: 'Test mail of the support portal',
    text: 'This mail shows that the support portal can send. There is nothing to do.',
  },
};

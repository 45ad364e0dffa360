export const mails = {
  notice: {
    subject: {
      created: 'New ticket: {{subject}}',
      received: 'Received: {{subject}}',
      client_reply: 'New reply: {{subject}}',
      staff_reply: 'New reply: {{subject}}',
      note: 'Internal note on ticket {{number}}',
      mention: 'You are mentioned on ticket {{number}}',
      status: 'Status changed: {{subject}}',
    },
    headline: {
      created: 'A new ticket with {{priority}} priority: {{subject}}',
      received: 'We have received your message. It is ticket #{{number}}.',
      opened: 'The support team has opened ticket #{{number}} for you.',
      client_reply: 'A client replied to the ticket “{{subject}}”:',
      staff_reply: 'There is a reply to your ticket “{{subject}}”:',
      note: 'There is a new internal note on the ticket “{{subject}}”:',
      mention: 'An internal note on the ticket “{{subject}}” mentions you:',
      status: 'Your ticket “{{subject}}” is now {{status}}.',
    },
    receipt: { subject: 'Subject: {{subject}}', noText: '(No text)' },
    change: 'The ticket is now {{status}}.',
    answer: 'Reply to this mail to answer.',
    noAnswer: 'A reply to this mail does not reach the ticket. Answer there.',
    page: 'Open the ticket',
    files: 'Files: {{names}}',
    linked: 'Too large for this mail, but on the ticket’s page: {{names}}',
    status: { open: 'open', in_progress: 'in progress', resolved: 'resolved', closed: 'closed' },
    priority: { low: 'low', medium: 'medium', high: 'high', urgent: 'urgent' },
  },
  expiringKey: {
    subject: 'Your API key “{{name}}” expires on {{day}}',
    ends: 'Your API key “{{name}}” ({{prefix}}…) expires on {{day}} at {{time}} UTC. From then on every request with it is refused.',
    replace:
      'If a program still uses it, have a new key created under Settings → API keys, replace the old one with it, and revoke the old one.',
  },
  createdKey: {
    subject: 'An API key was created in your name: “{{name}}”',
    who: '{{maker}} created the API key “{{name}}” ({{prefix}}…) in your name. Programs that use it act with your rights.',
    revoke:
      'If you did not expect this, revoke it under Settings → API keys, and ask the person who created it.',
  },
  disabledWebhook: {
    subject: 'A webhook was disabled',
    gone: 'The webhook to {{url}} was disabled: its receiver answered 410, which means that it wants no more events.',
    failing: 'The webhook to {{url}} was disabled: no delivery has succeeded for five days.',
    until:
      'Until it is enabled again, nothing is sent to it. New events are kept for 30 days; once it is enabled, you can send them again by recover.',
  },
  test: {
    subject: 'Test mail of the support portal',
    text: 'This mail shows that the support portal can send mail. You do not have to do anything.',
  },
};

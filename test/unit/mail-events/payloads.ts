/** Payloads as the providers document them. */

export const resendDelivered = {
  type: 'email.delivered',
  created_at: '2024-02-22T23:41:12.126Z',
  data: {
    created_at: '2024-02-22T23:41:11.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Acme <onboarding@resend.dev>',
    to: ['delivered@resend.dev'],
    subject: 'Sending this example',
  },
};

export const resendBounced = (type: string) => ({
  ...resendDelivered,
  type: 'email.bounced',
  data: {
    ...resendDelivered.data,
    bounce: {
      message:
        "The recipient's email address is on the suppression list because it has a recent history of producing hard bounces.",
      subType: 'Suppressed',
      type,
    },
  },
});

export const postmarkDelivery = {
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Recipient: 'john@example.com',
  DeliveredAt: '2019-11-05T16:33:54.9070259Z',
  Details: 'Test delivery webhook details',
  Tag: 'welcome-email',
  ServerID: 23,
  Metadata: { 'message-id': 'ours@example.com' },
  RecordType: 'Delivery',
  MessageStream: 'outbound',
};

export const postmarkBounce = {
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: '4323372036854775807',
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { a_key: 'a_value', b_key: 'b_value' },
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'Test bounce details',
  Email: 'john@example.com',
  From: 'sender@example.com',
  BouncedAt: '2019-11-05T16:33:54.9070259Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Test subject',
  Content: '<Full dump of bounce>',
};

export const mailgunDelivered = {
  id: 'CPgfbmQMTCKtHW6uIWtuVe',
  timestamp: 1_521_472_262.908181,
  'log-level': 'info',
  event: 'delivered',
  'delivery-status': {
    tls: true,
    'mx-host': 'smtp-in.example.com',
    code: 250,
    description: '',
    'session-seconds': 0.4331989288330078,
    utf8: true,
    'attempt-no': 1,
    message: 'OK',
    'certificate-verified': true,
  },
  message: {
    headers: {
      to: 'Alice <alice@example.com>',
      'message-id': '20130503182626.18666.16540@example.com',
      from: 'Bob <bob@example.com>',
      subject: 'Test delivered webhook',
    },
    attachments: [],
    size: 111,
  },
  recipient: 'alice@example.com',
  'recipient-domain': 'example.com',
};

export const mailgunFailed = (severity: string) => ({
  ...mailgunDelivered,
  event: 'failed',
  severity,
  reason: 'suppress-bounce',
  'delivery-status': {
    'attempt-no': 1,
    message: '',
    code: 605,
    description: 'Not delivering to previously bounced address',
    'session-seconds': 0,
  },
});

const sendgridEvent = {
  email: 'example@test.com',
  timestamp: 1_513_299_569,
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  category: 'cat facts',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
};

export const sendgridEvents = [
  { ...sendgridEvent, event: 'processed', sg_event_id: 'sg-0' },
  { ...sendgridEvent, event: 'deferred', sg_event_id: 'sg-1', response: '400 try again later', attempt: '5' },
  { ...sendgridEvent, event: 'delivered', sg_event_id: 'sg-2', response: '250 OK' },
  { ...sendgridEvent, event: 'open', sg_event_id: 'sg-3', useragent: 'Mozilla/4.0', ip: '255.255.255.255' },
  {
    ...sendgridEvent,
    event: 'bounce',
    type: 'bounce',
    sg_event_id: 'sg-4',
    reason: '500 unknown recipient',
    status: '5.0.0',
  },
  {
    ...sendgridEvent,
    event: 'bounce',
    type: 'blocked',
    sg_event_id: 'sg-5',
    reason: '421 blocked',
    status: '4.0.0',
  },
  { ...sendgridEvent, event: 'dropped', sg_event_id: 'sg-6', reason: 'Bounced Address', status: '5.0.0' },
  { ...sendgridEvent, event: 'spamreport', sg_event_id: 'sg-7' },
];

const sesMail = {
  timestamp: '2017-08-05T00:40:02.012Z',
  source: 'Sender Name <sender@example.com>',
  sourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/sender@example.com',
  sendingAccountId: '123456789012',
  messageId: 'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
  destination: ['recipient@example.com'],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Sender Name <sender@example.com>' },
    { name: 'To', value: 'recipient@example.com' },
    { name: 'Message-ID', value: '<ours@example.com>' },
    { name: 'Subject', value: 'Message sent from Amazon SES' },
  ],
  commonHeaders: {
    from: ['Sender Name <sender@example.com>'],
    to: ['recipient@example.com'],
    messageId: 'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
    subject: 'Message sent from Amazon SES',
  },
};

export const sesBounce = {
  eventType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'recipient@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp: '2017-08-05T00:41:02.669Z',
    feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
    reportingMTA: 'dsn; mta.example.com',
  },
  mail: sesMail,
};

export const sesDelivery = {
  eventType: 'Delivery',
  mail: sesMail,
  delivery: {
    timestamp: '2016-10-19T23:21:04.133Z',
    processingTimeMillis: 11_893,
    recipients: ['recipient@example.com'],
    smtpResponse: '250 2.6.0 Message received',
    reportingMTA: 'mta.example.com',
  },
};

export const sesDelay = {
  eventType: 'DeliveryDelay',
  mail: sesMail,
  deliveryDelay: {
    timestamp: '2020-06-16T00:25:40.095Z',
    delayType: 'TransientCommunicationFailure',
    expirationTime: '2020-06-16T00:25:40.914Z',
    delayedRecipients: [
      {
        emailAddress: 'recipient@example.com',
        status: '4.4.1',
        diagnosticCode: 'smtp; 421 4.4.1 Unable to connect',
      },
    ],
  },
};

export const sesComplaint = {
  eventType: 'Complaint',
  complaint: {
    complainedRecipients: [{ emailAddress: 'recipient@example.com' }],
    timestamp: '2017-08-05T00:41:02.669Z',
    feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
    complaintFeedbackType: 'abuse',
  },
  mail: sesMail,
};

/** Bounces as real servers write them, shortened. Each is about a mail to ann@acme.test with the Message-ID <ours@portal.test>. */

interface Part {
  readonly type: string;
  readonly body: string;
}

const lines = (...text: readonly string[]): string => text.join('\r\n');

const machine = (from: string, subject: string) => [
  'Return-Path: <>',
  `From: ${from}`,
  'To: support@portal.test',
  `Subject: ${subject}`,
  'Date: Mon, 2 Mar 2026 08:15:30 +0000',
  'Message-ID: <bounce@mx.example>',
  'MIME-Version: 1.0',
];

const report = (from: string, subject: string, parts: readonly Part[], type = 'delivery-status'): string =>
  lines(
    ...machine(from, subject),
    `Content-Type: multipart/report; report-type=${type}; boundary="==b=="`,
    '',
    ...parts.flatMap(({ type: partType, body }) => ['--==b==', `Content-Type: ${partType}`, '', body]),
    '--==b==--',
    '',
  );

export const plain = (from: string, subject: string, text: string, headers: readonly string[] = []): string =>
  lines(...machine(from, subject), ...headers, 'Content-Type: text/plain; charset=utf-8', '', text);

const returned: Part = {
  type: 'message/rfc822',
  body: lines(
    'Message-ID: <ours@portal.test>',
    'From: support@portal.test',
    'To: ann@acme.test',
    'Subject: [#7] VPN',
    '',
    'Hello',
  ),
};

const notice = (body: string): Part => ({ type: 'text/plain; charset=utf-8', body });

const status = (...blocks: readonly string[]): Part => ({
  type: 'message/delivery-status',
  body: [
    lines('Reporting-MTA: dns; mx.example', 'Arrival-Date: Mon, 2 Mar 2026 08:15:30 +0000'),
    ...blocks,
  ].join('\r\n\r\n'),
});

const postfixFailed = lines(
  'Final-Recipient: rfc822; ann@acme.test',
  'Original-Recipient: rfc822;ann@acme.test',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; mx.acme.test',
  'Diagnostic-Code: smtp; 550 5.1.1 <ann@acme.test>: Recipient address rejected:',
  '    User unknown in local recipient table',
);

const daemon = 'MAILER-DAEMON@mx.example (Mail Delivery System)';

export const postfix = report(daemon, 'Undelivered Mail Returned to Sender', [
  notice('This is the mail system at host mx.example.'),
  status(postfixFailed),
  returned,
]);

export const postfixDelayed = report(daemon, 'Delayed Mail (still being retried)', [
  notice('This is the mail system at host mx.example. YOU DO NOT NEED TO RESEND YOUR MESSAGE.'),
  status(
    lines(
      'Final-Recipient: rfc822; ann@acme.test',
      'Action: delayed',
      'Status: 4.4.1',
      'Diagnostic-Code: X-Postfix; connect to mx.acme.test[192.0.2.1]:25: Connection timed out',
    ),
  ),
  { type: 'text/rfc822-headers', body: 'Message-ID: <ours@portal.test>\r\nSubject: [#7] VPN\r\n' },
]);

export const postfixForwarded = report(daemon, 'Undelivered Mail Returned to Sender', [
  notice('This is the mail system.'),
  status(
    lines(
      'Final-Recipient: rfc822; ann@elsewhere.example',
      'Original-Recipient: rfc822;ann@acme.test',
      'Action: failed',
      'Status: 5.2.2',
      'Diagnostic-Code: smtp; 552 5.2.2 Mailbox full',
    ),
  ),
  returned,
]);

export const severalRecipients = report(daemon, 'Delivery Status Notification', [
  notice('See below.'),
  status(
    postfixFailed,
    lines('Final-Recipient: rfc822; bob@acme.test', 'Action: delayed', 'Status: 4.2.2'),
    lines('Final-Recipient: rfc822; cem@acme.test', 'Action: delivered (to mailbox)', 'Status: 2.0.0'),
    lines('Final-Recipient: rfc822; dora@acme.test', 'Action: relayed', 'Status: 2.0.0'),
    lines('Final-Recipient: rfc822; eve@acme.test', 'Action: expanded', 'Status: 2.0.0'),
  ),
  returned,
]);

export const sendmail = report(
  'Mail Delivery Subsystem <MAILER-DAEMON@mx.example>',
  'Returned mail: see transcript for details',
  [
    notice('   ----- The following addresses had permanent fatal errors -----\r\n<ann@acme.test>'),
    status(
      lines(
        'Final-Recipient: RFC822; ann@acme.test',
        'Action: failed',
        'Status: 5.7.1',
        'Diagnostic-Code: SMTP; 554 5.7.1 Service unavailable; client host blocked',
      ),
    ),
    returned,
  ],
);

export const gaveUp = report(daemon, 'Undelivered Mail Returned to Sender', [
  notice('Gave up.'),
  status(lines('Final-Recipient: rfc822; ann@acme.test', 'Action: failed', 'Status: 4.4.7')),
  returned,
]);

export const gmail = report(
  'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
  'Delivery Status Notification (Failure)',
  [
    notice(
      "** Address not found **\r\n\r\nYour message wasn't delivered to ann@acme.test because the address couldn't be found.",
    ),
    status(
      lines(
        'Final-Recipient: rfc822; ann@acme.test',
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; mx.acme.test. (192.0.2.1, the server for the domain acme.test.)',
        'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
        'Last-Attempt-Date: Mon, 02 Mar 2026 00:15:30 -0800 (PST)',
      ),
    ),
    returned,
  ],
);

export const exchangeOnline = report('postmaster@acme.onmicrosoft.com', 'Undeliverable: [#7] VPN', [
  notice("Your message to ann@acme.test couldn't be delivered.\r\n\r\nann wasn't found at acme.test."),
  status(
    lines(
      'Final-Recipient: rfc822;ann@acme.test',
      'Action: failed',
      'Status: 5.1.10',
      'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@acme.test not found by SMTP address lookup',
    ),
  ),
  returned,
]);

export const global = report(daemon, 'Unzustellbar', [
  notice('Siehe unten.'),
  {
    type: 'message/global-delivery-status',
    body: lines(
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: utf-8; jürgen@acme.test',
      'Action: failed',
      'Status: 5.1.1',
    ),
  },
  { ...returned, type: 'message/global' },
]);

export const withoutCode = report(daemon, 'Failure', [
  notice('Sorry.'),
  status(lines('Original-Recipient: rfc822;ann@acme.test', 'Action: failed')),
  returned,
]);

export const exim = plain(
  'Mail Delivery System <Mailer-Daemon@mx.example>',
  'Mail delivery failed: returning message to sender',
  lines(
    'This message was created automatically by mail delivery software.',
    '',
    'A message that you sent could not be delivered to one or more of its',
    'recipients. This is a permanent error. The following address(es) failed:',
    '',
    '  ann@acme.test',
    '    host mx.acme.test [192.0.2.1]',
    '    SMTP error from remote mail server after RCPT TO:<ann@acme.test>:',
    '    550 5.1.1 User unknown',
    '',
    '------ This is a copy of the message, including all the headers. ------',
    '',
    'Message-ID: <ours@portal.test>',
    'To: ann@acme.test',
    '',
    'Hello',
  ),
  ['X-Failed-Recipients: ann@acme.test', 'Auto-Submitted: auto-replied'],
);

export const eximDelay = plain(
  'Mail Delivery System <Mailer-Daemon@mx.example>',
  'Warning: message 1abc delayed 24 hours',
  lines(
    'A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours.',
    'The message identifier is:     1abc',
    'The address to which the message has not yet been delivered is:',
    '',
    '  ann@acme.test',
    '    Delay reason: Connection timed out',
    '',
    'No action is required on your part. Delivery attempts will continue for some time.',
  ),
  ['In-Reply-To: <ours@portal.test>'],
);

export const qmail = plain(
  'MAILER-DAEMON@mx.example',
  'failure notice',
  lines(
    'Hi. This is the qmail-send program at mx.example.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    '<ann@acme.test>:',
    '192.0.2.1 does not like recipient.',
    'Remote host said: 550 5.1.1 unknown user',
    'Giving up on 192.0.2.1.',
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Return-Path: <support@portal.test>',
    'Message-ID: <ours@portal.test>',
    '',
    'Hello',
  ),
);

export const oldExchange = plain(
  'System Administrator <postmaster@acme.test>',
  'Undeliverable: [#7] VPN',
  lines(
    'Your message did not reach some or all of the intended recipients.',
    '',
    '      To:       ann@acme.test',
    '      Subject:  [#7] VPN',
    '      Sent:     2/3/2026 8:15 AM',
    '',
    'The following recipient(s) could not be reached:',
    '',
    '      ann@acme.test on 2/3/2026 8:15 AM',
    '            The e-mail account does not exist at the organization this message was sent to.',
    '            <mx.acme.test #5.1.1>',
  ),
  ['References: <ours@portal.test>'],
);

export const exchangeGerman = plain(
  'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme.test>',
  'Unzustellbar: [#7] VPN',
  lines(
    'Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:',
    '',
    'ann@acme.test<mailto:ann@acme.test>',
    'Die eingegebene E-Mail-Adresse konnte nicht gefunden werden.',
    '',
    'Diagnoseinformationen für Administratoren:',
    '',
    '#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##',
    '',
    'Ursprüngliche Nachrichtenkopfzeilen:',
    'Message-ID: <ours@portal.test>',
  ),
);

export const gmx = plain(
  'GMX Mailer Daemon <mailer-daemon@gmx.net>',
  'Mail delivery failed: returning message to sender',
  lines(
    'Diese Nachricht wurde automatisch erzeugt.',
    '',
    'Ihre Nachricht konnte nicht zugestellt werden an:',
    '',
    'ann@acme.test:',
    'SMTP error from remote server for RCPT TO command, host: mx.acme.test',
    'reason: 550 No such mailbox',
    '',
    '--- The header of the original message is following. ---',
    '',
    'Message-ID: <ours@portal.test>',
  ),
);

export const courier = plain(
  'postmaster@mx.example',
  'NOTICE: mail delivery status.',
  lines(
    'This is the Courier mail server at mx.example.',
    '',
    'The original message was received on Mon, 2 Mar 2026',
    '',
    'UNDELIVERABLE MAIL',
    '',
    '<ann@acme.test>:',
    '     mx.acme.test [192.0.2.1]:',
    ' <<< 550 User unknown.',
  ),
  ['In-Reply-To: <ours@portal.test>'],
);

export const complaint = report(
  'Feedback Loop <fbl@provider.example>',
  'Complaint',
  [
    notice('This is an email abuse report.'),
    {
      type: 'message/feedback-report',
      body: lines(
        'Feedback-Type: abuse',
        'User-Agent: SomeGenerator/1.0',
        'Original-Rcpt-To: <ann@acme.test>',
      ),
    },
    returned,
  ],
  'feedback-report',
);

/** None of these is a bounce. */
export const others: Readonly<Record<string, string>> = {
  'a read receipt': report(
    'Ann <ann@acme.test>',
    'Read: [#7] VPN',
    [
      notice('Your message was read.'),
      {
        type: 'message/disposition-notification',
        body: 'Final-Recipient: rfc822; ann@acme.test\r\nDisposition: manual-action; displayed\r\n',
      },
    ],
    'disposition-notification',
  ),
  'an automatic reply': plain(
    'Ann <ann@acme.test>',
    'Out of office',
    'I am away until Monday. My mail is not read.',
    ['Auto-Submitted: auto-replied'],
  ),
  'a person who is away': lines(
    'Return-Path: <>',
    'From: Ann <ann@acme.test>',
    'To: support@portal.test',
    'Subject: Out of office',
    'Auto-Submitted: auto-generated',
    'In-Reply-To: <ours@portal.test>',
    '',
    'My response to your message will be delayed. No action is required on your part.',
  ),
  'a person who is away for long': lines(
    'Return-Path: <>',
    'From: Ann <ann@acme.test>',
    'To: support@portal.test',
    'Subject: Out of office',
    'In-Reply-To: <ours@portal.test>',
    '',
    'I have left. Mail to this address is deleted, so your mail could not be delivered.',
  ),
  'a person who writes of a bounce': lines(
    'Return-Path: <ann@acme.test>',
    'From: Ann <ann@acme.test>',
    'To: support@portal.test',
    'Subject: Undeliverable mail',
    'Content-Type: text/plain',
    '',
    'My mail could not be delivered to bob@acme.test: 550 5.1.1. Can you help?',
  ),
  'a person who forwards a bounce': lines(
    'Return-Path: <ann@acme.test>',
    'From: Ann <ann@acme.test>',
    'Subject: Fwd: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: text/plain',
    '',
    'What does this mean?',
    '--outer',
    'Content-Type: message/rfc822',
    '',
    postfix,
    '--outer--',
  ),
};

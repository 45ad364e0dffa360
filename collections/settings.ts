import type { Field, GlobalConfig, TextField, TextFieldSingleValidation } from 'payload';
import { clearGroups } from '../hooks/clearGroups.ts';
import { rereadSettings } from '../hooks/rereadSettings.ts';
import { sealSettings } from '../hooks/sealSettings.ts';
import type { PortalContext } from '../src/context.ts';
import { type EventProviderName, eventProviders } from '../src/mail-events/vocabulary.ts';
import {
  checkAuthservId,
  checkHost,
  checkHttpAddress,
  checkInboundAddress,
  checkPort,
  checkSecret,
  checkSender,
  checkToken,
  checkTokenAddress,
} from '../src/settings/checks.ts';
import { settingsSlug } from '../src/settings/settingsSlug.ts';
import { setFieldOf } from '../src/settings/storedSecrets.ts';
import { judgeUrl } from '../src/webhooks/guard/destination.ts';

/** Settings → Notifications: who sends, who is notified, and the providers that carry mail. */
export const buildSettings = (portal: PortalContext): GlobalConfig => ({
  slug: settingsSlug,
  label: 'Settings',
  admin: { group: 'Settings', hidden: portal.gates.hiddenFromOutsiders, hideAPIURL: true },
  access: { read: portal.gates.staff, update: portal.gates.saveSettings, readVersions: portal.gates.nobody },
  lockDocuments: false,
  graphQL: { name: 'PortalSettings' },
  hooks: { beforeOperation: [clearGroups], beforeChange: [sealSettings], afterChange: [rereadSettings] },
  fields: [
    beside('mailCarriers', 'MailCarriers', portal),
    beside('mailboxState', 'MailboxState', portal),
    beside('alertsState', 'AlertsState', portal),
    beside('retention', 'RetentionNote', portal),
    {
      name: 'apiKeys',
      type: 'ui',
      admin: {
        position: 'sidebar',
        components: {
          Field: {
            path: 'payload-support-portal/client#ApiKeysLink',
            clientProps: { apiKeysSlug: portal.options.slugs.apiKeys },
          },
        },
      },
    },
    {
      name: 'notifications',
      type: 'group',
      fields: [
        text('from', 'Sender of the portal’s mail, as Name <address>.', checkSender),
        {
          name: 'notificationEmail',
          type: 'email',
          label: 'Notification address',
          admin: { description: 'Gets a mail about each new ticket.' },
        },
        {
          name: 'smtp',
          type: 'group',
          label: 'SMTP',
          admin: {
            description:
              'A transactional provider’s SMTP server. Replaces the environment’s once a host is set.',
          },
          fields: [
            text('host', 'Such as smtp.example.com.', checkHost),
            {
              name: 'port',
              type: 'number',
              validate: checkPort,
              admin: { description: '587, or 465 with TLS from the first byte.' },
            },
            text('user', 'User name of the login, if the server wants one.'),
            ...writeOnly('password', 'hasPassword'),
            {
              name: 'secure',
              type: 'checkbox',
              label: 'TLS from the first byte',
              admin: {
                description: 'Otherwise STARTTLS where offered; with a login one of the two is required.',
              },
            },
          ],
        },
        {
          name: 'proxy',
          type: 'group',
          label: 'Managed proxy',
          admin: {
            description:
              'An HTTP API that takes mail as Resend does. Replaces the environment’s once a URL is set.',
          },
          fields: [
            { ...text('url', 'Such as https://api.resend.com/emails.', checkHttpAddress), label: 'URL' },
            ...writeOnly('token', 'hasToken', { validate: checkToken }),
          ],
        },
        deliveryEvents(),
        alerts(portal),
      ],
    },
    mailIn(),
  ],
});

/** What each provider's page calls the credential of its events. */
const eventCredentials: Readonly<Record<EventProviderName, { label: string; description: string }>> = {
  resend: { label: 'Resend', description: 'The signing secret of the webhook: whsec_…' },
  postmark: {
    label: 'Postmark',
    description: 'The password of the webhook’s Basic auth credentials, or user:password.',
  },
  ses: { label: 'Amazon SES', description: 'The ARN of the SNS topic: arn:aws:sns:…' },
  mailgun: { label: 'Mailgun', description: 'The HTTP webhook signing key.' },
  sendgrid: { label: 'SendGrid', description: 'The verification key of the Signed Event Webhook.' },
};

/** How providers tell what became of mails. */
const deliveryEvents = (): Field => ({
  name: 'events',
  type: 'group',
  label: 'Delivery events',
  admin: {
    description:
      'Providers that tell whether a mail was delivered. Each sends its events to /api/portal/v1/mail-events/ and its name in small letters.',
  },
  fields: eventProviders.flatMap((name) => {
    const { label, description } = eventCredentials[name];
    return writeOnly(name, setFieldOf(name), { label, description, word: 'credential' });
  }),
});

/** Who is told, other than by mail, when mail stops working. */
const alerts = (portal: PortalContext): Field => ({
  name: 'alerts',
  type: 'array',
  maxRows: 10,
  labels: { singular: 'Alert address', plural: 'Alert addresses' },
  admin: {
    description:
      'Told when mail fails, bounces, or cannot be read, when rows of the log wait, and when a webhook is turned off. Never by mail.',
  },
  fields: [
    {
      name: 'url',
      type: 'text',
      label: 'URL',
      required: true,
      maxLength: 2_000,
      validate: (value: string | null | undefined) =>
        judgeUrl(value ?? '', portal.options.webhooks)?.message ?? true,
    },
    {
      name: 'format',
      type: 'select',
      required: true,
      defaultValue: 'json',
      options: [
        { value: 'json', label: 'JSON' },
        { value: 'slack', label: 'Slack' },
      ],
    },
  ],
});

/** How clients answer by mail. */
const mailIn = (): Field => ({
  name: 'inbound',
  type: 'group',
  label: 'Mail in',
  fields: [
    text(
      'address',
      'The address that clients write to, such as support@example.com. Mails about tickets can be answered then.',
      checkInboundAddress,
    ),
    {
      name: 'plainReplyTo',
      type: 'checkbox',
      label: 'The mail server knows no plus addressing',
      admin: {
        description:
          'Leave this off if the server delivers support+anything@example.com to support@example.com. On: replies find their ticket by their headers or their subject alone.',
      },
    },
    {
      name: 'imap',
      type: 'group',
      label: 'Mailbox (IMAP)',
      admin: {
        description:
          'Read from the moment that it is connected. Nothing in it is changed. Replaces the environment’s once a host is set.',
      },
      fields: [
        text('host', 'Such as imap.example.com or outlook.office365.com.', checkHost),
        {
          name: 'port',
          type: 'number',
          validate: checkPort,
          admin: { description: '993 with TLS from the first byte, else 143.' },
        },
        { name: 'secure', type: 'checkbox', label: 'TLS from the first byte', defaultValue: true },
        text('user', 'User name of the login; with OAuth the address of the mailbox.'),
        ...writeOnly('password', 'hasPassword'),
        text('mailbox', 'The folder. Empty: INBOX.'),
        {
          name: 'oauth',
          type: 'group',
          label: 'OAuth 2.0 (in place of the password)',
          admin: { description: 'Client credentials, as Microsoft 365 asks for.' },
          fields: [
            {
              ...text(
                'tokenUrl',
                'Such as https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token.',
                checkTokenAddress,
              ),
              label: 'Token URL',
            },
            { ...text('clientId', 'The application’s id.'), label: 'Client ID' },
            ...writeOnly('clientSecret', 'hasClientSecret'),
            text('scope', 'Such as https://outlook.office365.com/.default.'),
          ],
        },
      ],
    },
    ...writeOnly('secret', 'hasSecret', { validate: checkToken }),
    {
      ...text(
        'trustedAuthservId',
        'Only if the server that receives your mail checks DKIM, SPF and DMARC, and removes forged results: its name in Authentication-Results.',
        checkAuthservId,
      ),
      label: 'Trusted authserv-id',
    },
  ],
});

const text = (name: string, description: string, validate?: TextFieldSingleValidation): TextField => ({
  name,
  type: 'text',
  maxLength: 1_000,
  admin: { description },
  ...(validate && { validate }),
});

/** What stands beside the form. */
const beside = (name: string, component: string, portal: PortalContext): Field => ({
  name,
  type: 'ui',
  admin: {
    position: 'sidebar',
    components: { Field: { path: `payload-support-portal/rsc#${component}`, serverProps: { portal } } },
  },
});

interface WriteOnlyOptions {
  readonly label?: string;
  readonly description?: string;
  /** What it is called in a sentence; its name by default. */
  readonly word?: string;
  readonly validate?: TextFieldSingleValidation;
}

/**
 * A secret. It is written as plain text, stored encrypted, and never read. A field beside it says whether it is set.
 */
const writeOnly = (
  name: string,
  isSet: string,
  { label, description, word, validate }: WriteOnlyOptions = {},
): Field[] => [
  {
    name,
    type: 'text',
    virtual: true,
    maxLength: 1_000,
    ...(label !== undefined && { label }),
    admin: {
      ...(description !== undefined && { description }),
      components: {
        Field: { path: 'payload-support-portal/client#SecretField', clientProps: { word } },
      },
      // The CMS treats a virtual field as read-only by default.
      readOnly: false,
    },
    validate: validate ?? checkSecret,
  },
  {
    name: `${name}Encrypted`,
    type: 'text',
    hidden: true,
    access: { create: () => false, read: () => false, update: () => false },
  },
  {
    name: isSet,
    type: 'checkbox',
    access: { create: () => false, update: () => false },
    // The secret's own field shows it.
    admin: { hidden: true },
    hooks: { afterRead: [({ value }) => value ?? false] },
  },
];

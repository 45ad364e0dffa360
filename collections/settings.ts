import type { Field, GlobalConfig, TextField, TextFieldSingleValidation } from 'payload';
import { clearGroups } from '../hooks/clearGroups.ts';
import { rereadSettings } from '../hooks/rereadSettings.ts';
import { sealSettings } from '../hooks/sealSettings.ts';
import type { PortalContext } from '../src/context.ts';
import {
  checkHost,
  checkHttpAddress,
  checkPort,
  checkSecret,
  checkSender,
  checkToken,
} from '../src/settings/checks.ts';
import { settingsSlug } from '../src/settings/settingsSlug.ts';

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
            ...writeOnly('token', 'hasToken', checkToken),
          ],
        },
      ],
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

/**
 * A secret. It is written as plain text, stored encrypted, and never read. A field beside it says whether it is set.
 */
const writeOnly = (name: string, isSet: string, validate?: TextFieldSingleValidation): Field[] => [
  {
    name,
    type: 'text',
    virtual: true,
    maxLength: 1_000,
    admin: {
      components: { Field: 'payload-support-portal/client#SecretField' },
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

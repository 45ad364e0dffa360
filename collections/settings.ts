import type { Field, GlobalConfig } from 'payload';
import { settingsHooks } from '../hooks/settings.ts';
import type { PortalContext } from '../src/core/context.ts';
import { judgeUrl } from '../src/core/outgoing/guard/destination.ts';
import { eventProviders, providerNames } from '../src/core/shared/portal/mailProviders.ts';
import { settingsSlug } from '../src/core/shared/portal/settingsSlug.ts';
import { groups, saidBy, textLabel } from '../src/core/texts/labels.ts';
import { say } from '../src/core/texts/say.ts';
import { eventCredentialChecks } from '../src/features/delivery/options.ts';
import {
  checkAuthservId,
  checkHost,
  checkHttpAddress,
  checkInboundAddress,
  checkPort,
  checkSender,
  checkToken,
  checkTokenAddress,
} from '../src/features/settings/checks.ts';
import { secret, serviceChoice, state, text, writeOnly } from '../src/features/settings/fields.ts';
import { saveSettings } from '../src/features/settings/gates.ts';
import { settingsPages } from '../src/features/settings/pages.ts';
import { setFieldOf } from '../src/features/settings/setField.ts';

/** Settings: sending mail, mail in, delivery events and alerts, each on a page of its own (`settings/pages.ts`). */
export const buildSettings = (portal: PortalContext): GlobalConfig => ({
  slug: settingsSlug,
  label: textLabel('settings:title'),
  admin: {
    group: groups.settings,
    hidden: portal.gates.hiddenFromOutsiders,
    hideAPIURL: true,
    components: { views: pages() },
  },
  access: { read: portal.gates.staff, update: saveSettings(portal), readVersions: portal.gates.nobody },
  lockDocuments: false,
  graphQL: { name: 'PortalSettings' },
  hooks: settingsHooks,
  fields: [
    {
      name: 'notifications',
      type: 'group',
      label: textLabel('settings:field:notifications'),
      admin: { components: { Field: 'payload-support-portal/client#SettingsGroup' } },
      fields: [
        state('mailCarriers', 'MailCarriers', portal),
        serviceChoice('sendingProvider', 'sending'),
        text('from', 'aboutFrom', checkSender),
        {
          name: 'notificationEmail',
          type: 'email',
          label: textLabel('settings:field:notificationEmail'),
          admin: { description: textLabel('settings:field:aboutNotificationEmail') },
        },
        smtp(),
        proxy(),
        state('retention', 'RetentionNote', portal),
        state('eventsState', 'EventsState', portal),
        deliveryEvents(),
        state('alertsState', 'AlertsState', portal),
        alerts(portal),
      ],
    },
    mailIn(portal),
  ],
});

/** The server that takes mails. */
const smtp = (): Field => ({
  name: 'smtp',
  type: 'group',
  label: textLabel('settings:field:smtp'),
  admin: { description: textLabel('settings:field:aboutSmtp') },
  fields: [
    text('host', 'aboutSmtpHost', checkHost),
    {
      name: 'port',
      type: 'number',
      label: textLabel('settings:field:port'),
      validate: saidBy(checkPort),
      admin: { description: textLabel('settings:field:aboutSmtpPort') },
    },
    text('user', 'aboutSmtpUser'),
    ...secret('password', 'hasPassword'),
    {
      name: 'secure',
      type: 'checkbox',
      label: textLabel('settings:field:secure'),
      admin: { description: textLabel('settings:field:aboutSecure') },
    },
  ],
});

/** The proxy that takes mails over HTTP. */
const proxy = (): Field => ({
  name: 'proxy',
  type: 'group',
  label: textLabel('settings:field:proxy'),
  admin: { description: textLabel('settings:field:aboutProxy') },
  fields: [text('url', 'aboutProxyUrl', checkHttpAddress), ...secret('token', 'hasToken', checkToken)],
});

/** Credentials for the delivery events of providers. */
const deliveryEvents = (): Field => ({
  name: 'events',
  type: 'group',
  label: textLabel('settings:field:events'),
  admin: { components: { Field: 'payload-support-portal/client#EventCredentials' } },
  fields: eventProviders.flatMap((name) =>
    writeOnly(name, setFieldOf(name), {
      label: providerNames[name],
      about: `settings:credential:${name}`,
      word: 'settings:secret:name:credential',
      check: eventCredentialChecks[name],
    }),
  ),
});

/** The longest address in bytes: an index has it. */
const longestUrl = 2_000;

/** Addresses to alert, other than by mail, when mail stops working. */
const alerts = (portal: PortalContext): Field => ({
  name: 'alerts',
  type: 'array',
  maxRows: 10,
  label: textLabel('settings:field:alerts'),
  labels: {
    singular: textLabel('settings:field:alertAddress'),
    plural: textLabel('settings:field:alertAddresses'),
  },
  admin: { description: textLabel('settings:field:aboutAlerts') },
  fields: [
    {
      name: 'url',
      type: 'text',
      label: textLabel('settings:field:url'),
      required: true,
      maxLength: longestUrl,
      validate: saidBy((value: string | null | undefined) => {
        if (Buffer.byteLength(String(value ?? '')) > longestUrl)
          return say('errors:text:tooLong', { most: longestUrl });
        return judgeUrl(value ?? '', portal.options.webhooks)?.message ?? true;
      }),
    },
    {
      name: 'format',
      type: 'select',
      label: textLabel('settings:field:format'),
      required: true,
      defaultValue: 'json',
      options: [
        { value: 'json', label: 'JSON' },
        { value: 'slack', label: 'Slack' },
      ],
    },
  ],
});

/** User and folder together name a mailbox in the database, whose index has no room for more characters. */
const longestOfMailbox = 320;

/** The ways by which clients reply by mail. */
const mailIn = (portal: PortalContext): Field => ({
  name: 'inbound',
  type: 'group',
  label: textLabel('settings:field:inbound'),
  admin: { components: { Field: 'payload-support-portal/client#SettingsGroup' } },
  fields: [
    state('mailboxState', 'MailboxState', portal),
    serviceChoice('mailInProvider', 'receiving'),
    text('address', 'aboutAddress', checkInboundAddress),
    {
      name: 'plainReplyTo',
      type: 'checkbox',
      label: textLabel('settings:field:plainReplyTo'),
      admin: { description: textLabel('settings:field:aboutPlainReplyTo') },
    },
    {
      name: 'imap',
      type: 'group',
      label: textLabel('settings:field:imap'),
      admin: { description: textLabel('settings:field:aboutImap') },
      fields: [
        text('host', 'aboutImapHost', checkHost),
        {
          name: 'port',
          type: 'number',
          label: textLabel('settings:field:port'),
          validate: saidBy(checkPort),
          admin: { description: textLabel('settings:field:aboutImapPort') },
        },
        { name: 'secure', type: 'checkbox', label: textLabel('settings:field:secure'), defaultValue: true },
        { ...text('user', 'aboutImapUser'), maxLength: longestOfMailbox },
        ...secret('password', 'hasPassword'),
        { ...text('mailbox', 'aboutMailbox'), maxLength: longestOfMailbox },
        text('trustedAuthservId', 'aboutTrustedAuthservId', checkAuthservId),
        {
          name: 'oauth',
          type: 'group',
          label: textLabel('settings:field:oauth'),
          admin: { description: textLabel('settings:field:aboutOauth') },
          fields: [
            text('tokenUrl', 'aboutTokenUrl', checkTokenAddress),
            text('clientId', 'aboutClientId'),
            ...secret('clientSecret', 'hasClientSecret'),
            text('scope', 'aboutScope'),
          ],
        },
      ],
    },
    ...secret('secret', 'hasSecret', checkToken),
    {
      name: 'http',
      type: 'group',
      label: textLabel('settings:field:http'),
      fields: [text('trustedAuthservId', 'aboutTrustedAuthservId', checkAuthservId)],
    },
    state('blockedSenders', 'BlockedSenders', portal),
  ],
});

/** The tabs: each page of Settings has its own address. */
const pages = (): NonNullable<NonNullable<GlobalConfig['admin']>['components']>['views'] => ({
  edit: {
    default: { tab: { label: textLabel('settings:page:sending') } },
    ...Object.fromEntries(
      (['mailIn', 'events', 'alerts'] as const).map((page, index) => [
        page,
        {
          path: settingsPages[page].path,
          Component: 'payload-support-portal/client#SettingsView',
          tab: {
            label: textLabel(`settings:page:${page}`),
            href: settingsPages[page].path,
            order: (index + 1) * 100,
          },
        },
      ]),
    ),
  },
});

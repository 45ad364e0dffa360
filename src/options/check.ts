import { z } from 'zod';
import { builtInRoles } from '../access/roles.ts';
import { scopes } from '../access/scopes.ts';
import { readAddressList } from '../mail/message/addressList.ts';
import type { EventProviderName } from '../mail-events/vocabulary.ts';
import type { SupportPortalOptions } from '../options.ts';
import { checkInboundAddress } from '../settings/checks.ts';
import { eventCredentialChecks } from '../settings/eventCredentials.ts';
import { OptionError } from '../shared/OptionError.ts';
import type { CollectionsOptions } from './collections.ts';
import { isField } from './isField.ts';

const callable = z.custom((value) => typeof value === 'function', 'has to be a function.');
const callables = z.array(callable, 'has to be a list of functions.');
const text = z.string('has to be a text.').regex(/\S/, 'has to be a text.');
const flag = z.boolean('has to be true or false.');
const texts = z.array(text, 'has to be a list of texts.');

const builtIn: readonly string[] = builtInRoles;

const addedRole = text.refine(
  (role) => !builtIn.includes(role),
  `has to be a role of the app's own: the portal has ${builtIn.join(', ')}.`,
);

const isSender = (value: string): boolean => {
  const [sender, ...others] = readAddressList(value);
  return others.length === 0 && Boolean(sender?.mailbox);
};

const isInboundAddress = (value: string): boolean => checkInboundAddress(value) === true;

const eventCredential = (provider: EventProviderName) =>
  text
    .superRefine((value, context) => {
      const verdict = eventCredentialChecks[provider](value);
      if (verdict !== true) context.addIssue({ code: 'custom', message: `has the wrong form: ${verdict}` });
    })
    .nullable()
    .optional();

const isHttpAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && search === '' && hash === '';
};

const wholeFrom = (least: number) => {
  const message = `has to be a whole number of ${least} or more.`;
  return z.int(message).min(least, message);
};

/** A shape that knows every option of a type, so that a new one cannot be forgotten here. */
type ShapeOf<Options> = Record<keyof Required<Options>, z.ZodType>;

const group = <Options>(shape: ShapeOf<Options>) =>
  z.strictObject(shape as Record<string, z.ZodType>, { error: groupError }).optional();

const groupError = ({ code }: z.core.$ZodRawIssue): string | undefined =>
  code === 'invalid_type' ? 'has to be an object.' : undefined;

type GroupOf<Key extends keyof SupportPortalOptions> = NonNullable<SupportPortalOptions[Key]>;

const partOf = (value: unknown, part: string): unknown => Reflect.get(Object(value), part);

const slug = text.regex(/^[A-Za-z][\w-]*$/, 'has to be made of letters, digits, - and _.');

const collection = {
  slug: slug.optional(),
  fields: z
    .array(z.custom(isField, 'has to be a field, with a type.'), 'has to be a list of fields.')
    .optional(),
  overrides: callable.optional(),
};

const ownCollection = group(collection);
const openCollection = group({ ...collection, apiFields: texts.optional() });
const people = group({ ...collection, existing: flag.optional() });

const transport = z.custom(
  (value) => typeof partOf(value, 'send') === 'function' && text.safeParse(partOf(value, 'name')).success,
  'has to be a transport, with a name and the method send.',
);

/** The catalog checks its name, its description and its schemas, with sentences that name the tool. */
const tool = z.object(
  {
    title: text.optional(),
    access: callable,
    readOnly: flag.optional(),
    run: callable,
  },
  'has to be a tool, as defineTool makes them.',
);

const origin = text.refine(
  (value) => value === '*' || (URL.canParse(value) && new URL(value).origin === value),
  "has to be an origin, such as https://app.example.com, or '*' in place of the list.",
);

const options = group<SupportPortalOptions>({
  collections: group<CollectionsOptions>({
    users: people,
    organizations: people,
    tickets: openCollection,
    ticketReplies: ownCollection,
    ticketChanges: ownCollection,
    folders: openCollection,
    files: openCollection,
    webhooks: ownCollection,
    webhookDeliveries: ownCollection,
    apiKeys: ownCollection,
    emailLog: ownCollection,
    emailLogPurges: ownCollection,
    inboundMails: ownCollection,
    mailDeliveries: ownCollection,
    savedReplies: ownCollection,
  }),
  roles: group<GroupOf<'roles'>>({
    technical: z.array(addedRole, 'has to be a list of texts.').optional(),
    resolve: callable.optional(),
    organizationsOf: callable.optional(),
  }),
  access: group<GroupOf<'access'>>(
    Object.fromEntries(scopes.map((scope) => [scope, callable.optional()])) as unknown as ShapeOf<
      GroupOf<'access'>
    >,
  ),
  prefix: z
    .string('has to be a text.')
    .regex(/^(\/[\w-]+)*$/, 'has to begin with a slash and end without one, such as /support.')
    .optional(),
  mail: group<GroupOf<'mail'>>({
    transports: z.array(transport, 'has to be a list of transports.').optional(),
    from: text.refine(isSender, 'has to be one sender, as Name <address>.').optional(),
  }),
  inbound: group<GroupOf<'inbound'>>({
    address: text.refine(isInboundAddress, 'has to be one address, as local@domain.').nullable().optional(),
    plainReplyTo: flag.optional(),
    secret: text.nullable().optional(),
    imap: text.nullable().optional(),
    trustedAuthservId: z
      .union(
        [text, z.strictObject({ imap: text.nullable().optional(), http: text.nullable().optional() })],
        'has to be a text, or texts for imap and http.',
      )
      .nullable()
      .optional(),
  }),
  mailEvents: group<GroupOf<'mailEvents'>>({
    resend: eventCredential('resend'),
    postmark: eventCredential('postmark'),
    ses: eventCredential('ses'),
    mailgun: eventCredential('mailgun'),
    sendgrid: eventCredential('sendgrid'),
  }),
  hooks: group<GroupOf<'hooks'>>({
    afterEmail: callables.optional(),
    beforeEmailLog: callables.optional(),
    emailLogRetentionDays: callable.optional(),
    afterTicketEvent: callables.optional(),
  }),
  emailLog: group<GroupOf<'emailLog'>>({ searchIndexes: flag.optional() }),
  files: group<GroupOf<'files'>>({
    scan: callable.optional(),
    maxBytes: wholeFrom(1).optional(),
    url: text
      .refine(
        isHttpAddress,
        'has to be an address that begins with https:// or http:// and ends with its path.',
      )
      .optional(),
  }),
  webhooks: group<GroupOf<'webhooks'>>({
    allowedNetworks: texts.optional(),
    retentionDays: z
      .custom((value) => typeof value === 'number' && value > 0, 'has to be a number above 0.')
      .optional(),
  }),
  tools: z.array(tool, 'has to be a list of tools.').optional(),
  mcp: group<GroupOf<'mcp'>>({ tools: texts.optional() }),
  rateLimit: group<GroupOf<'rateLimit'>>({ perMinute: wholeFrom(0).optional() }),
  cors: z.union([z.literal('*'), z.array(origin)], "has to be a list of origins, or '*'.").optional(),
  workers: z.enum(['inline', 'external'], "has to be 'inline' or 'external'.").optional(),
  dataDir: text.optional(),
  cronSecret: text.nullable().optional(),
  disabled: flag.optional(),
});

/** @throws {OptionError} for the first option that is wrong, or that is none */
export const checkOptions = (given: unknown): void => {
  const [issue] = options.safeParse(given).error?.issues ?? [];
  if (!issue) return;
  if (issue.code === 'unrecognized_keys')
    throw new OptionError(pathOf([...issue.path, ...issue.keys.slice(0, 1)]), 'does not exist.');
  throw new OptionError(pathOf(issue.path), issue.message);
};

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

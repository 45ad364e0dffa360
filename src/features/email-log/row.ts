import type { DateField, Field, JSONField, SelectField, TextField } from 'payload';
import { z } from 'zod';
import { textLabel } from '../../core/texts/labels.ts';

/** The definition of one field of a log row, for every place where the row appears. */
interface RowField<Value extends z.ZodType = z.ZodType> {
  /** The value over HTTP, in tools and in the CSV. */
  readonly schema: Value;
  /** Reads the result of a `beforeEmailLog` hook for this field. */
  readonly given: z.ZodType<z.output<Value>>;
  /** The field of the collection, without its label. */
  cms(name: string): DateField | JSONField | SelectField | TextField;
}

/** Long enough for any key. PostgreSQL takes no index entry that is longer than a third of a page. */
export const longestKey = 255;

const givenText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null);

const givenMoment = z
  .union([z.date(), z.iso.datetime({ offset: true }).transform((value) => new Date(value))])
  .refine((value) => value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000)
  .transform((value) => value.toISOString());

interface TextOptions {
  readonly example?: string | null;
  readonly index?: boolean;
}

const text = ({ example, ...options }: TextOptions = {}) => ({
  schema: z
    .string()
    .nullable()
    .meta(example === undefined ? {} : { examples: [example] }),
  given: givenText,
  cms: (name: string): TextField => ({ name, type: 'text', ...options }),
});

/** A text that can be part of an index. */
const key = (options?: TextOptions) => ({
  ...text(options),
  given: givenText.transform((value) => value?.slice(0, longestKey) ?? null),
});

const status = z.enum(['sent', 'failed']);

const refusedBefore = { transport: z.string(), error: z.string() };

/**
 * The fields of a log row beside its id, in the order of the CSV's columns. A new field is added here, by a migration, and with
 * its value in `src/features/mail/interception/mailInterceptor.ts`; then run `npm run sdk:types`. The type, the SQL, the CSV,
 * the API and the collection follow. The admin UI and the filters name fields by hand. Let it be null: rows in a spool may not have it.
 */
const rowFields = {
  /** The moment of the attempt, ISO 8601 in UTC. */
  created_at: {
    schema: z.iso.datetime(),
    given: givenMoment,
    cms: (name) => ({
      name,
      type: 'date',
      required: true,
      index: true,
      admin: { date: { pickerAppearance: 'dayAndTime' } },
    }),
  },
  /** `sent`: the transport took the mail without error. Not a delivery receipt. */
  status: {
    schema: status,
    given: status,
    cms: (name) => ({ name, type: 'select', options: [...status.options], required: true }),
  },
  /** The transport that carried the mail; for `failed` the last one tried; null if there was none. */
  transport: text({ example: 'smtp' }),
  /** All recipients in the order to, cc, bcc: addresses only, with `, ` between. */
  to: {
    schema: z.string().meta({ examples: ['ann@example.com, bob@example.com'] }),
    given: z.string(),
    cms: (name) => ({ name, type: 'text' }),
  },
  subject: text({ example: 'VPN is slow' }),
  /**
   * The type that the sender declared, such as `ticket_update`. Its index does not include created_at: that would take ten
   * times the space.
   */
  type: key({ example: 'ticket_update', index: true }),
  related_type: key({ example: 'ticket' }),
  related_id: key(),
  /** The user who caused the mail; null outside a request. */
  user_id: text(),
  /** The mailer's error; null unless `failed`. */
  error: text({ example: null }),
  /** The transports that refused the mail before, each with its own error; null if there were none. */
  fallback: {
    schema: z
      .array(z.strictObject(refusedBefore))
      .readonly()
      .nullable()
      .meta({ examples: [null] }),
    given: z
      .array(z.object(refusedBefore))
      .nullish()
      .transform((value) => value ?? null),
    cms: (name) => ({ name, type: 'json' }),
  },
  /** The provider's name for the mail, or its `Message-ID`; null if no transport accepted it. */
  message_id: text({ example: 'c0ffee@support.example.com' }),
} satisfies Readonly<Record<string, RowField>>;

type Fields = typeof rowFields;

const fieldNames = Object.keys(rowFields) as (keyof Fields)[];

/** The columns of the table, and of the CSV. */
export const rowColumns: readonly (keyof EmailAttempt)[] = ['id', ...fieldNames];

/**
 * One attempt to send a mail, with the fields of a row of the email log as it reads over HTTP. Never a body, an
 * attachment or another header.
 */
export type EmailAttempt = {
  /**
   * The row of the email log. It is null until the log has it, if `beforeEmailLog` drops it, and while the database is
   * unreachable if ids are serial.
   */
  id: string | null;
} & { [Name in keyof Fields]: z.output<Fields[Name]['schema']> };

/** A row before anything is known of its mail: null in each field that may be null. */
type EmptyRow = { [Name in keyof EmailAttempt as null extends EmailAttempt[Name] ? Name : never]: null };

export const emptyRow = Object.fromEntries(
  rowColumns
    .filter((name) => name === 'id' || rowFields[name].schema.safeParse(null).success)
    .map((name) => [name, null]),
) as EmptyRow;

/** A row that has its id. */
export type IdentifiedRow = EmailAttempt & { id: string };

type Part<Name extends 'schema' | 'given'> = { [Field in keyof Fields]: Fields[Field][Name] };

const partOf = <Name extends 'schema' | 'given'>(part: Name): Part<Name> =>
  Object.fromEntries(fieldNames.map((name) => [name, rowFields[name][part]])) as Part<Name>;

/** A row as the table has it. */
export const rowSchema = z.strictObject({ id: z.string(), ...partOf('schema') });

const isWritable = (value: unknown): boolean => {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    // The value refers to itself.
    return false;
  }
};

/** The values that the app's own fields may hold, and that the spool can write. Anything else is left out. */
const addedValue = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.json(),
    z.date().transform((date) => date.toISOString()),
  ])
  .refine(isWritable)
  .catch(null);

const givenId = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const givenRow = z.object({ id: givenId, ...partOf('given') }).catchall(addedValue);

/** Reads a row from the result of a hook, in the form that PostgreSQL takes; null if it is not a row. */
export const readRow = (given: unknown): EmailAttempt | null => givenRow.safeParse(given).data ?? null;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** A row as the CMS reads it. */
export type EmailLogDocument = { readonly id: number | string } & {
  readonly [Name in keyof Fields as CamelCase<Name>]: EmailAttempt[Name];
};

const camelCase = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The collection's names of its own fields. */
export const rowFieldNames: ReadonlySet<string> = new Set(rowColumns.map(camelCase));

const isFixedWidth = ({ type }: Field): boolean => type === 'select' || type === 'date';

/** The collection's fields. Columns of fixed width come first: they need no padding then, which saves bytes. */
export const buildRowFields = (): Field[] => {
  const fields = fieldNames.map(
    (name): Field => ({
      ...rowFields[name].cms(camelCase(name)),
      label: textLabel(`emailLog:field:${name}`),
    }),
  );
  return fields.toSorted((one, other) => Number(isFixedWidth(other)) - Number(isFixedWidth(one)));
};

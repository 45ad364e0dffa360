import type { Field, TextField } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { saidBy, textLabel } from '../../core/texts/labels.ts';
import type { TextKey } from '../../core/texts/text.ts';
import { type Check, checkSecret } from './checks.ts';

type FieldText<Key = TextKey> = Key extends `settings:field:${infer Name}` ? Name : never;

/** A line of text, with a description. */
export const text = (name: FieldText, about: FieldText, check?: Check): TextField => ({
  name,
  type: 'text',
  label: textLabel(`settings:field:${name}`),
  maxLength: 1_000,
  admin: { description: textLabel(`settings:field:${about}`) },
  ...(check && { validate: saidBy(check) }),
});

/** A part of a page that says how things stand, and tests them. */
export const state = (name: string, component: string, portal: PortalContext): Field => ({
  name,
  type: 'ui',
  admin: {
    components: { Field: { path: `payload-support-portal/rsc#${component}`, serverProps: { portal } } },
  },
});

/** Asks for the service that carries or receives the mail. */
export const serviceChoice = (name: string, direction: 'sending' | 'receiving'): Field => ({
  name,
  type: 'ui',
  admin: {
    components: {
      Field: { path: 'payload-support-portal/client#ServiceChoice', clientProps: { direction } },
    },
  },
});

interface WriteOnlyOptions {
  readonly label: NonNullable<TextField['label']>;
  /** A text about the value. */
  readonly about?: TextKey;
  /** The word for the value in a sentence. */
  readonly word: TextKey;
  readonly check?: Check;
}

/**
 * A secret. It is written as plain text, stored encrypted, and never read. A field beside it says whether it is set.
 */
export const writeOnly = (
  name: string,
  isSet: string,
  { label, about, word, check = checkSecret }: WriteOnlyOptions,
): Field[] => [
  {
    name,
    type: 'text',
    virtual: true,
    maxLength: 1_000,
    label,
    admin: {
      components: {
        Field: { path: 'payload-support-portal/client#SecretField', clientProps: { about, word } },
      },
      // The CMS treats a virtual field as read-only by default.
      readOnly: false,
    },
    validate: saidBy<string | null | undefined>(check),
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

/** A secret with a name that Settings know. */
export const secret = (
  name: 'clientSecret' | 'password' | 'secret' | 'token',
  isSet: string,
  check?: Check,
): Field[] =>
  writeOnly(name, isSet, {
    label: textLabel(`settings:field:${name}`),
    word: `settings:secret:name:${name}`,
    ...(check && { check }),
  });

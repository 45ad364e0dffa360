import type { Scope } from '../../access/scopes.ts';

/** One thing of the portal, and what a key may do with it. */
interface ScopeGroup {
  readonly label: string;
  readonly rights: readonly { readonly scope: Scope; readonly label: string }[];
}

const readAndWrite = <Subject extends 'tickets' | 'files' | 'webhooks'>(subject: Subject) =>
  [
    { scope: `${subject}:read`, label: 'read' },
    { scope: `${subject}:write`, label: 'write' },
  ] as const;

/** The scopes in the words of the people who give them. */
export const scopeGroups: readonly ScopeGroup[] = [
  { label: 'Tickets', rights: readAndWrite('tickets') },
  { label: 'Files and folders', rights: readAndWrite('files') },
  { label: 'Webhooks', rights: readAndWrite('webhooks') },
  {
    label: 'Email log',
    rights: [
      { scope: 'email-log:read', label: 'read' },
      { scope: 'email-log:purge', label: 'purge' },
    ],
  },
  { label: 'AI tools', rights: [{ scope: 'tools', label: 'use' }] },
];

/** What a key may do, such as `Tickets: read, write`. */
export const describeScopes = (scopes: readonly string[]): string[] =>
  scopeGroups.flatMap(({ label, rights }) => {
    const held = rights.filter(({ scope }) => scopes.includes(scope));
    return held.length === 0 ? [] : [`${label}: ${held.map((right) => right.label).join(', ')}`];
  });

import type { Scope } from '../../../core/access/scopes.ts';
import type { TextKey, TranslateText } from '../../../core/texts/text.ts';

/** A kind of record, and the rights that a key may have for it. */
interface ScopeGroup {
  readonly text: TextKey;
  readonly rights: readonly { readonly scope: Scope; readonly text: TextKey }[];
}

type ReadAndWritten = 'tickets' | 'files' | 'transfers' | 'upload-requests' | 'webhooks';

const readAndWrite = <Subject extends ReadAndWritten>(subject: Subject) =>
  [
    { scope: `${subject}:read`, text: 'apiKeys:scopes:read' },
    { scope: `${subject}:write`, text: 'apiKeys:scopes:write' },
  ] as const;

/** The scopes in the words of the people who give them. */
export const scopeGroups: readonly ScopeGroup[] = [
  { text: 'apiKeys:scopes:tickets', rights: readAndWrite('tickets') },
  { text: 'apiKeys:scopes:files', rights: readAndWrite('files') },
  { text: 'apiKeys:scopes:transfers', rights: readAndWrite('transfers') },
  { text: 'apiKeys:scopes:uploadRequests', rights: readAndWrite('upload-requests') },
  { text: 'apiKeys:scopes:webhooks', rights: readAndWrite('webhooks') },
  {
    text: 'apiKeys:scopes:emailLog',
    rights: [
      { scope: 'email-log:read', text: 'apiKeys:scopes:read' },
      { scope: 'email-log:purge', text: 'apiKeys:scopes:purge' },
    ],
  },
  { text: 'apiKeys:scopes:tools', rights: [{ scope: 'tools', text: 'apiKeys:scopes:use' }] },
];

/** The scopes of a key in words, such as `Tickets: read, write`. */
export const describeScopes = (scopes: readonly string[], t: TranslateText): string[] =>
  scopeGroups.flatMap(({ text, rights }) => {
    const held = rights.filter(({ scope }) => scopes.includes(scope));
    return held.length === 0 ? [] : [`${t(text)}: ${held.map((right) => t(right.text)).join(', ')}`];
  });

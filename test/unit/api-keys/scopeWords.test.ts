import { describe, expect, it } from 'vitest';
import { scopesIn } from '../../../src/core/access/scopes.ts';
import { describeScopes, groupScopes } from '../../../src/features/api-keys/admin/keyWords.ts';
import { features } from '../../../src/features.ts';
import { en } from '../../support/texts.ts';

const textAt = (key: string): unknown =>
  key.split(':').reduce<unknown>((tree, name) => Object(tree)[name], en);

describe('the scopes of an API key', () => {
  it.each(scopesIn(features))('%s has words', (scope) => {
    for (const { text, rights } of groupScopes([scope]))
      for (const key of [text, ...rights.map((right) => right.text)])
        expect(textAt(key), key).toBeTypeOf('string');
  });

  it('are told by kinds of records', () => {
    const t = (key: string) => String(textAt(key));
    expect(
      describeScopes(['tickets:read', 'upload-requests:read', 'upload-requests:write', 'tools'], t),
    ).toEqual(['Tickets: read', 'Upload requests: read, write', 'AI tools: use']);
  });
});

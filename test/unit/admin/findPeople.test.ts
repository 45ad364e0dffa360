import { expect, it } from 'vitest';
import { describePerson, peopleWith } from '../../../src/features/people/admin/findPeople.ts';

it('each word is looked for in the name, the address and the organizations', () => {
  expect(peopleWith('ann  acme', ['name', 'email', 'organization'])).toEqual({
    and: ['ann', 'acme'].map((contains) => ({
      or: [{ name: { contains } }, { email: { contains } }, { 'organization.name': { contains } }],
    })),
  });
});

it('a percent sign means itself', () => {
  expect(peopleWith('100%', ['email'])).toEqual({ and: [{ or: [{ email: { contains: '100\\%' } }] }] });
});

it('a person is shown as name, address, organization', () => {
  expect(describePerson({ name: 'Ann Lee', email: 'ann@acme.example', organization: 'Acme' })).toBe(
    'Ann Lee, ann@acme.example, Acme',
  );
  expect(describePerson({ name: null, email: 'ann@acme.example' })).toBe('ann@acme.example');
});

import { describe, expect, it } from 'vitest';
import { lockOf } from '../../../src/features/links/unlock/lock.ts';
import { hashPassword, isPassword, isTypedPassword } from '../../../src/features/links/unlock/password.ts';
import { countPasswords } from '../../support/run/countedPasswords.ts';

describe('the lock of a link', () => {
  const closed = { proofs: [], isRecipient: false } as const;

  it('asks for the password first, then for the code or the account', () => {
    const record = { passwordHash: 'x', access: 'code' } as const;
    expect(lockOf(record, closed)).toBe('password');
    expect(lockOf(record, { proofs: ['code'], isRecipient: true })).toBe('password');
    expect(lockOf(record, { proofs: ['password'], isRecipient: true })).toBe('code');
    expect(lockOf(record, { proofs: ['password', 'code'], isRecipient: false })).toBeNull();
    expect(lockOf({ passwordHash: 'x', access: 'account' }, { ...closed, proofs: ['password'] })).toBe(
      'account',
    );
  });

  it('is none for a link that asks for nothing more, and for the recipient who is signed in', () => {
    expect(lockOf({ passwordHash: null, access: 'link' }, closed)).toBeNull();
    expect(lockOf({ passwordHash: null, access: 'account' }, { proofs: ['code'], isRecipient: false })).toBe(
      'account',
    );
    expect(lockOf({ passwordHash: null, access: 'account' }, { proofs: [], isRecipient: true })).toBeNull();
  });
});

describe('the password of a link', () => {
  it('is worked on alone, so that a thread stays free beside two logins', async () => {
    const counts = countPasswords('scrypt');
    await Promise.all(Array.from({ length: 4 }, () => hashPassword('Grüße an alle')));
    expect(counts).toMatchObject({ all: 4, most: 1 });
  });

  it('is stored as a hash of its own, by which it is known in each notation of Unicode', async () => {
    const stored = await hashPassword('Grüße an alle');
    expect(stored).toMatch(/^scrypt\.65536\.8\.1\.[\w-]{22}\.[\w-]{43}$/);
    expect(await hashPassword('Grüße an alle')).not.toBe(stored);
    expect(await isPassword('Gru\u0308ße an alle', stored)).toBe(true);
    expect(await isPassword('Grüße an Alle', stored)).toBe(false);
  });

  it('is right with blanks around it, which phones add, and as it was set', async () => {
    const stored = await hashPassword('correct horse');
    expect(await isTypedPassword(' correct horse ', stored)).toBe(true);
    expect(await isTypedPassword('correct  horse', stored)).toBe(false);
    expect(await isTypedPassword(' spaced', await hashPassword(' spaced'))).toBe(true);
    expect(await isTypedPassword('spaced', await hashPassword(' spaced'))).toBe(false);
  });
});

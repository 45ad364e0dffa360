import { describe, expect, it, vi } from 'vitest';
import { isStreamedForm } from '../../../src/core/http/upload/streamedForm.ts';
import { refusalOfForm } from '../../../src/features/client-pages/form.ts';

describe('what another copy of a module has made, as a bundle of Next has it', () => {
  it('is known as a form with a file', async () => {
    vi.resetModules();
    const copy = await import('../../../src/core/http/upload/streamedForm.ts');
    const form = new copy.StreamedForm({ fields: {}, file: { path: '/dev/null', name: 'a', type: null } });
    expect(isStreamedForm(form)).toBe(true);
    expect(isStreamedForm({ contentType: 'multipart/form-data' })).toBe(false);
    expect([null, undefined, 'text'].some(isStreamedForm)).toBe(false);
  });

  it('is known as the refusal of a form', async () => {
    vi.resetModules();
    const copy = await import('../../../src/features/client-pages/form.ts');
    const refusals = [copy.FormTooLarge, copy.FormUnreadable].map((Refused) =>
      refusalOfForm(new Refused('Refused.')),
    );
    expect(refusals).toEqual(['tooLarge', 'unreadable']);
    expect(refusalOfForm(new Error('The form is too large.'))).toBeNull();
  });
});

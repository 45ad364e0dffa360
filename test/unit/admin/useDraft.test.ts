import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Reason } from '../../../src/core/ui/requests/portalApi.ts';
import { draftStore, emptyBody } from '../../../src/features/tickets/admin/page/draft/draft.ts';
import { forgetSent, markSending } from '../../../src/features/tickets/admin/page/draft/submissions.ts';
import { useDraft } from '../../../src/features/tickets/admin/page/draft/useDraft.ts';
import {
  type Submission,
  useSubmission,
} from '../../../src/features/tickets/admin/page/draft/useSubmission.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('document', { hidden: false });
});

afterEach(() => {
  onSend.mockClear();
  onEnd.mockClear();
  vi.unstubAllGlobals();
});

let opened: (ReturnType<typeof useDraft> & ReturnType<typeof useSubmission>) | undefined;

const onEnd = vi.fn<(rejection: Reason | null, isShown: boolean) => void>();

const onSend = vi.fn<(submission: Submission) => Promise<null>>(async () => null);

const Composer = ({ startsAsNote }: { readonly startsAsNote: boolean }) => {
  const editor = { append: () => false, onReplace: () => {} };
  const draft = useDraft({ ticket: 3, person: 7, startsAsNote, editor });
  const given = { frame: { current: null }, opensNext: false, onEnd, focusNext: () => {} };
  opened = { ...draft, ...useSubmission({ ...given, draft, readEditor: () => null, onSend }) };
  return null;
};

/** The draft of a composer that appears. Rendered without a browser, it never shows again. */
const openComposer = (startsAsNote = false) => {
  renderToString(createElement(Composer, { startsAsNote }));
  if (!opened) throw new Error('The composer was not rendered.');
  return opened;
};

const text = (words: string): DefaultTypedEditorState => {
  const paragraph = { type: 'paragraph', version: 1, children: [{ type: 'text', version: 1, text: words }] };
  return { root: { ...emptyBody.root, children: [paragraph as never] } };
};

const kept = () => draftStore(3, 7).read();
const picture = { id: 1, name: 'shot.png', filesize: 70 };

it('a file that comes after the choice of an internal note leaves it one', () => {
  const composer = openComposer();
  composer.setInternal(true);
  composer.take(text('About this client'));
  // The upload began before the choice, in an earlier rendering.
  composer.addFiles([picture]);
  expect(kept()).toMatchObject({ internal: true, body: text('About this client'), files: [picture] });
  composer.addMention({ id: 5, name: 'Dev' });
  expect(kept()).toMatchObject({ internal: true, mentions: [{ id: 5, name: 'Dev' }] });
});

it('a file that comes after its composer is gone takes no words back', () => {
  const left = openComposer();
  left.take(text('First words.'));
  const present = openComposer();
  present.take(text('First words. Second words.'));
  left.addFiles([picture]);
  expect(kept()).toMatchObject({ body: text('First words. Second words.'), files: [picture] });
});

it('a file that comes after its draft was sent brings back no word of it', () => {
  const left = openComposer();
  left.take(text('Sent words.'));
  openComposer().clear();
  left.addFiles([picture]);
  expect(JSON.stringify(kept())).not.toContain('Sent words.');
  expect(kept()?.files).toEqual([picture]);
});

/** Sends a composer's draft, which waits for a file until its ticket was left. */
const leave = (words: string) => {
  const left = openComposer();
  left.take(text(words));
  let end = () => {};
  const upload = new Promise<void>((resolve) => {
    end = resolve;
  });
  left.waitFor(
    upload.then(() => {
      left.addFiles([picture]);
      return true;
    }),
  );
  const sent = left.send(null);
  return async () => {
    end();
    await sent;
  };
};

it('what a composer sends that is gone has its file, and leaves nothing', async () => {
  const end = leave('First words.');
  openComposer();
  await end();
  expect(onSend).toHaveBeenCalledOnce();
  expect(onSend.mock.lastCall?.[0]).toMatchObject({ body: text('First words.'), file_ids: ['1'] });
  expect(kept()).toBeNull();
});

it('words typed since a composer is gone that was sending stay, and nothing is sent', async () => {
  const end = leave('First words.');
  openComposer().take(text('First words. Second words.'));
  await end();
  expect(onSend).not.toHaveBeenCalled();
  expect(kept()).toMatchObject({ body: text('First words. Second words.'), files: [picture] });
});

it('a reply is not sent without the file or the text that was on its way, and its words stay', async () => {
  const composer = openComposer();
  composer.take(text('See the attachment.'));
  composer.waitFor(Promise.resolve(true));
  composer.waitFor(Promise.resolve(false));
  await composer.send(null);
  expect(onSend).not.toHaveBeenCalled();
  // It is gone here, as one whose ticket was left: the page says it in another place.
  expect(onEnd).toHaveBeenCalledExactlyOnceWith({ key: 'tickets:page:answer:incomplete' }, false);
  expect(kept()).toMatchObject({ body: text('See the attachment.') });
  await composer.send(null);
  expect(onSend.mock.lastCall?.[0]).toMatchObject({ body: text('See the attachment.'), file_ids: [] });
});

it('a reply waits for a file that begins while another one is awaited', async () => {
  const composer = openComposer();
  composer.take(text('Two files.'));
  const later = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20));
  composer.waitFor(
    new Promise((resolve) =>
      setTimeout(() => {
        composer.waitFor(later);
        resolve(true);
      }, 5),
    ),
  );
  await composer.send(null);
  expect(onSend).not.toHaveBeenCalled();
});

it('a reply whose files come after it was made an internal note is sent as a note', async () => {
  const left = openComposer();
  left.take(text('About this client'));
  let end = () => {};
  left.waitFor(
    new Promise((resolve) => {
      end = () => resolve(true);
    }),
  );
  const sent = left.send(null);
  left.setInternal(true);
  end();
  await sent;
  expect(onSend.mock.lastCall?.[0]).toMatchObject({ internal: true });
});

it('a reply that waits in a composer that is gone is not sent if another composer made it a note', async () => {
  const end = leave('About this client');
  openComposer().setInternal(true);
  await end();
  expect(onSend).not.toHaveBeenCalled();
  expect(kept()).toMatchObject({ body: text('About this client'), internal: true });
});

it('a reply that waits in a composer that is gone is not sent if another tab is sending its words', async () => {
  const end = leave('About this client');
  markSending({
    ticket: 3,
    person: 7,
    key: 'k',
    body: text('About this client'),
    file_ids: [],
    internal: false,
    until: new Date(),
  });
  await end();
  expect(onSend).not.toHaveBeenCalled();
});

it('words typed while the server takes what a composer sends that is gone stay', async () => {
  const end = leave('First words.');
  onSend.mockImplementationOnce(async () => {
    openComposer().take(text('Second words.'));
    return null;
  });
  await end();
  expect(onSend).toHaveBeenCalledOnce();
  expect(kept()).toMatchObject({ body: text('Second words.') });
});

it('a draft that was sent is cleared, but for the words that were typed since, such as in another tab', () => {
  openComposer().take(text('The answer.'));
  const mark = { ticket: 3, person: 7, key: 'k' };
  markSending({ ...mark, body: text('The answer.'), file_ids: [], internal: false, until: new Date() });
  openComposer().take(text('The answer. And a question.'));
  forgetSent(mark);
  expect(kept()).toMatchObject({ body: text('And a question.') });
  markSending({ ...mark, body: text('And a question.'), file_ids: [], internal: false, until: new Date() });
  forgetSent(mark);
  expect(kept()).toBeNull();
});

it('a draft whose last file is removed is gone', () => {
  const composer = openComposer();
  composer.addFiles([picture]);
  composer.removeFile(picture.id);
  expect(kept()).toBeNull();
});

it('a composer that has sent its text keeps the words alone that were typed since, here or in another tab', async () => {
  const composer = openComposer();
  composer.take(text('The answer.'));
  onSend.mockImplementationOnce(async ({ key, body, file_ids }) => {
    const mark = { ticket: 3, person: 7, key };
    markSending({ ...mark, body, file_ids, internal: false, until: new Date() });
    // Words of an input method cannot be refused.
    composer.take(text('The answer. にほん'));
    forgetSent(mark);
    return null;
  });
  await composer.send(null);
  expect(kept()).toMatchObject({ body: text('にほん') });
  openComposer().clear();
  composer.take(text('Another.'));
  onSend.mockImplementationOnce(async ({ key, body, file_ids }) => {
    const mark = { ticket: 3, person: 7, key };
    markSending({ ...mark, body, file_ids, internal: false, until: new Date() });
    openComposer().take(text('Another. One more.'));
    forgetSent(mark);
    return null;
  });
  await composer.send(null);
  expect(kept()).toMatchObject({ body: text('One more.') });
});

it('a composer that comes back after an internal note begins with one, unless there is a draft', () => {
  const composer = openComposer(true);
  expect(composer.internal).toBe(true);
  composer.take(text('About this client'));
  expect(kept()).toMatchObject({ internal: true });
  openComposer(true).setInternal(false);
  expect(openComposer(true).internal).toBe(false);
});

it('a file that comes after its draft was sent begins another one: the same words are no repetition', () => {
  const left = openComposer();
  left.take(text('Done.'));
  const { key } = left.latest();
  openComposer().clear();
  left.addFiles([picture]);
  expect(kept()?.key).not.toBe(key);
});

it('a file of another tab stays while the text is sent, to which letters are added', () => {
  const composer = openComposer();
  composer.take(text('The answer. にほん'));
  openComposer().addFiles([picture]);
  expect(composer.clearSent({ body: text('The answer.'), file_ids: [] })).toBe(false);
  expect(kept()).toMatchObject({ body: text('にほん'), files: [picture] });
});

import type { Page } from 'playwright-core';

interface CompositionOptions {
  /** The key that ends it: Escape gives the text up. */
  readonly end?: 'Enter' | 'Escape';
  /** Waits for what the page offers for the text, before that key. */
  offered?(): Promise<void>;
}

/** Writes a text with an input method. The page is told of the key that ends it, which is not for the page. */
export const compose = async (
  page: Page,
  text: string,
  { end = 'Enter', offered }: CompositionOptions = {},
): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  const place = { selectionStart: text.length, selectionEnd: text.length };
  await devTools.send('Input.imeSetComposition', { text, ...place });
  await offered?.();
  const key = { key: end, code: end, windowsVirtualKeyCode: 229 };
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  if (end === 'Enter') await devTools.send('Input.insertText', { text });
  else await devTools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await devTools.detach();
};

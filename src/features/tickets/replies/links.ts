import type { TextKey } from '../../../core/texts/text.ts';

/** The problem with a link, for the server and for the composer alike: this file runs in browsers, too. */
interface LinkProblem {
  readonly key: TextKey;
  readonly values: { readonly link: string };
}

/** The beginning of a target to which a link may lead. `https:page` is relative to the page on which it stands. */
const wholeTarget = /^(?:https?:\/\/|mailto:|tel:)./i;

const name = '(?:[\\p{L}\\p{N}-]{1,63}\\.)+\\p{L}[\\p{L}\\p{N}-]{1,62}';

/** A host, its port, and what follows it: an address as people write it, without its scheme. */
const bareHost = new RegExp(`^(?:${name}|\\d{1,3}(?:\\.\\d{1,3}){3})(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu');

const bareMail = new RegExp(`^[^\\s@:/?#<>"']{1,64}@${name}(?:\\?\\S*)?$`, 'iu');

/** The target of a link as it is stored, with the scheme that its writer left out; null for one to which no link may lead. */
export const linkTarget = (url: unknown): string | null => {
  if (typeof url !== 'string') return null;
  const typed = url.trim().replaceAll(' ', '%20');
  const whole = withScheme(typed);
  return wholeTarget.test(whole) && URL.canParse(whole) ? whole : null;
};

const withScheme = (typed: string): string => {
  if (bareMail.test(typed)) return `mailto:${typed}`;
  const host = typed.startsWith('//') ? typed.slice(2) : typed;
  return bareHost.test(host) ? `https://${host}` : typed;
};

/** The problem with a link; null for one that may be sent. */
export const linkProblem = (url: unknown, text: string): LinkProblem | null => {
  if (linkTarget(url) !== null) return null;
  const target = shortened(typeof url === 'string' ? url : '');
  const words = shortened(text);
  if (target === '')
    return {
      key: words === '' ? 'errors:richText:noTarget' : 'errors:richText:noTargetOf',
      values: { link: words },
    };
  const link = words === '' || words === target ? target : `${words} (${target})`;
  return { key: 'errors:richText:link', values: { link } };
};

const longest = 60;

const shortened = (text: string): string => {
  const letters = [...text.trim().slice(0, 4 * longest)];
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : letters.join('');
};

/** The problem with the first link of a rich text that may not be sent; null for none. */
export const linkProblemIn = (node: unknown): LinkProblem | null => {
  const { type, fields, children } = Object(node) as Record<string, unknown>;
  const own = isLink(type) ? linkProblem(Object(fields).url, wordsOf(node)) : null;
  if (own || !Array.isArray(children)) return own;
  for (const child of children) {
    const problem = linkProblemIn(child);
    if (problem) return problem;
  }
  return null;
};

export const isLink = (type: unknown): boolean => type === 'link' || type === 'autolink';

/** The words of a link. */
export const wordsOf = (link: unknown): string => {
  const { children } = Object(link) as Record<string, unknown>;
  if (!Array.isArray(children)) return '';
  return children.map((child) => String(Object(child).text ?? '')).join('');
};

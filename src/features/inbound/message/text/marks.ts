/**
 * Marks in the text of HTML that stand for the quotes in its structure. They are characters that no text may have, and the
 * text that is kept or shown has none.
 */

/** A line of its own, below which a mail is quoted. */
export const quotedMail = '\uFDD0';

/** The end of a line that a program put above a quote. */
export const attributionEnd = '\uFDD1';

/** A text without marks, each of which may be a line, within a quote, too. */
export const unmarked = (text: string): string =>
  text.replace(/^(?:> ){0,250}\uFDD0\n?|[\uFDD0\uFDD1]/gm, '');

/** A text whose own characters are no marks. */
export const withoutForeignMarks = (text: string): string => text.replace(/[\uFDD0\uFDD1]/g, '\uFFFD');

/** The elements that programs put around the header of a quoted mail, which goes on to the end. One line a program. */
export const quotedHeaders: readonly string[] = [
  // Outlook on the web and the new Outlook, and a copy of its HTML
  'div#divRplyFwdMsg',
  'div#x_divRplyFwdMsg',
];

/** The elements that programs put around all of a quoted mail, without a mark on its lines. One line a program. */
export const quotedMails: readonly string[] = [
  // Outlook for telephones
  'div#mail-editor-reference-message-container',
  // Yahoo and AOL
  'div.yahoo_quoted',
  // GMX, web.de and mail.com
  'div[name="quote"]',
];

/** The elements that programs put around the line above a quote. A person may write within them, too. */
export const attributionElements: readonly string[] = ['div.gmail_attr', 'div.moz-cite-prefix'];

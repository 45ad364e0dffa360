/** The languages of client pages and of the mails to clients. */
export const personLanguages = ['en', 'de'] as const;

/** The mails about tickets that a client chooses to get: all, those of replies alone, or none. */
export const noticeChoices = ['all', 'replies', 'none'] as const;

export type NoticeChoice = (typeof noticeChoices)[number];

/** @param value a user's field `notices`; all mails are sent to a user without a choice */
export const noticeChoiceOf = (value: unknown): NoticeChoice =>
  noticeChoices.find((choice) => choice === value) ?? 'all';

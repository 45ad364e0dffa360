import type { FoundPerson } from '../../../../people/ui.ts';

type Id = number | string;

interface Addressed {
  readonly requester: Id | null;
  readonly followers: readonly Id[];
  /** The author, who gets no mail about their own reply. */
  readonly author: Id;
  /** The people who are known so far, by id. */
  readonly people: ReadonlyMap<string, Pick<FoundPerson, 'getsMail'>>;
}

interface Recipients {
  /** The requester, if they get the mail. */
  readonly main: Id | null;
  readonly others: readonly Id[];
  /** The people who chose to get no mails. */
  readonly silent: readonly Id[];
}

/** The recipients of the mail of a reply. */
export const recipientsOf = ({ requester, followers, author, people }: Addressed): Recipients => {
  const isSame = (one: Id | null, other: Id | null) => String(one) === String(other);
  const getsMail = (one: Id) => people.get(String(one))?.getsMail !== false;
  const main = requester === null || isSame(requester, author) ? [] : [requester];
  const others = followers.filter((one) => !isSame(one, author) && !isSame(one, requester));
  return {
    main: main.find(getsMail) ?? null,
    others: others.filter(getsMail),
    silent: [...main, ...others].filter((one) => !getsMail(one)),
  };
};

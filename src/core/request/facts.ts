import type { PayloadRequest, RequestContext } from 'payload';

/**
 * The facts that one step of a request leaves for hooks that follow, if the record does not tell them. They lie in the request's
 * `context`, which the CMS hands to every hook and no client can write. A feature declares its own by declaration merging, so
 * that the references of this interface are all facts there are.
 */
export interface RequestFacts {
  /** The request asks for a new password, which needs no login. Set by the hooks of users; read by the checks of their fields. */
  passwordReset: true;
  /** The limit of the file that is created, in bytes. Set for a large upload; read when a file is admitted. */
  largestFile: number;
  /** The filters of the document of GraphQL so far. Set and read by the limits of queries. */
  filterWords: { words: number; characters: number };
  /** The records of the pages of the document of GraphQL so far. Set and read by the limits of queries. */
  pagedRecords: number;
  /** The request is a read of the CMS's own REST. Set at its endpoint; read by the limit of its result. */
  isReadOfCms: true;
}

type Fact = keyof RequestFacts;

const keyOf = (fact: Fact): string => `payload-support-portal.${fact}`;

/** Returns undefined if no step has set the fact. Requests that the CMS has only begun have no context. */
export const factOf = <Name extends Fact>(
  { context }: Pick<PayloadRequest, 'context'>,
  fact: Name,
): RequestFacts[Name] | undefined => context?.[keyOf(fact)] as RequestFacts[Name] | undefined;

/** @param value undefined takes the fact back */
export const setFact = <Name extends Fact>(
  { context }: Pick<PayloadRequest, 'context'>,
  fact: Name,
  value: RequestFacts[Name] | undefined,
): void => {
  context[keyOf(fact)] = value;
};

/** The `context` of a call without a request, which tells its hooks a fact. With a request, the fact would stay on it. */
export const contextWith = <Name extends Fact>(fact: Name, value: RequestFacts[Name]): RequestContext => ({
  [keyOf(fact)]: value,
});

type Fields = Record<string, unknown>;

/**
 * When a record was made is the server's to say: what somebody sends of it by a door of the CMS does not count.
 *
 * @param before the record as it is; undefined for a new one
 */
export const withOwnMoments = (data: Fields, before?: Fields): Fields => {
  const { createdAt: _made, updatedAt: _changed, ...rest } = data;
  return before ? { ...rest, createdAt: before.createdAt } : rest;
};

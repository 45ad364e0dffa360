type Fields = Record<string, unknown>;

/**
 * The server sets the moment of a record's creation: a value that a client sends does not count.
 *
 * @param before the record as it is; undefined for a new one
 */
export const withOwnMoments = (data: Fields, before?: Fields): Fields => {
  const { createdAt: _made, updatedAt: _changed, ...rest } = data;
  return before ? { ...rest, createdAt: before.createdAt } : rest;
};

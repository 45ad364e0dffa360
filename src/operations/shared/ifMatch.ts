/**
 * Whether a change may go on by its `If-Match` (RFC 9110, strong comparison): one of the tags named is the present
 * one, or any will do.
 *
 * @param ifMatch null if the request has none
 */
export const matchesTag = (ifMatch: string | null, present: string): boolean => {
  if (ifMatch === null || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === present);
};

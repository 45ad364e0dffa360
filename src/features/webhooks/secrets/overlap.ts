/** Hours for which a replaced secret still signs. */
export const overlapHours = 24;

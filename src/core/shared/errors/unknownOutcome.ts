/** The beginning of the error of a mail that a transport may have accepted. */
export const unknownMark = 'Outcome unknown: ';

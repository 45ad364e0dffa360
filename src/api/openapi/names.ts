/** `invalid_transition` and `ticket.created` as `InvalidTransition` and `TicketCreated`. */
export const nameOf = (words: string): string =>
  words.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

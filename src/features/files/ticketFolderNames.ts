/**
 * The names of an organization's folder for the files of its tickets: what comes by mail, and what staff paste into a
 * reply. The first is that of a new one; the portal called it by the others before.
 */
export const ticketFolderNames = ['Ticket files', 'Mail attachments'] as const;

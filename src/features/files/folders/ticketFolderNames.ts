/**
 * The names of an organization's folder for the files of its tickets: files from mails, and files that staff paste into a
 * reply. A new folder gets the first name; earlier versions of the portal used the others.
 */
export const ticketFolderNames = ['Ticket files', 'Mail attachments'] as const;

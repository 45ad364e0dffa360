import { ticketFolderNames } from '../../files/feature.ts';
import type { Visit } from '../page.ts';

/** The folder of the organization's ticket files, which is made if it is not there. Null if that is not possible. */
export const ticketFolder = async ({ door }: Visit): Promise<string | null> => {
  const known = await door.send({ method: 'GET', path: '/folders?per_page=100' });
  const folders = (known.body?.data ?? []) as readonly { id: string; name: string }[];
  for (const name of ticketFolderNames) {
    const found = folders.find((folder) => folder.name === name);
    if (found) return found.id;
  }
  const made = await door.send({ method: 'POST', path: '/folders', body: { name: ticketFolderNames[0] } });
  return made.status === 201 ? String(made.body.id) : null;
};

import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { getPayload, type Where } from 'payload';
import config from '../../../payload.config.ts';

const ticketsOf = (side: 'client' | 'staff'): Where => ({
  waitingFor: { equals: side },
  status: { not_equals: 'closed' },
});

interface Client {
  readonly organization?: number | { readonly id: number } | null;
}

/** `waitingFor` is hidden, which access control lets no one query: the page itself keeps to the organization. */
const organizationOf = ({ organization }: Client): Where => ({
  organization: { equals: typeof organization === 'object' ? organization?.id : organization },
});

const views = [
  { name: 'waiting', title: 'Waiting for you', where: ticketsOf('client') },
  { name: 'open', title: 'With us', where: ticketsOf('staff') },
  { name: 'closed', title: 'Closed', where: { status: { equals: 'closed' } } },
];

interface Ticket {
  readonly id: number;
  readonly subject: string;
  readonly status: string;
  readonly updatedAt: string;
}

/** The client's list of tickets, as an app makes it by the CMS’s Local API and a server component. */
const ClientTickets = async () => {
  // Called first, so that no build renders the page.
  const given = await headers();
  const payload = await getPayload({ config });
  const { user } = await payload.auth({ headers: given });
  if (!user) notFound();
  const own = organizationOf(user as Client);
  const tickets = { collection: 'tickets', overrideAccess: true } as const;
  const counts = await Promise.all(
    views.map(({ where }) => payload.count({ ...tickets, where: { and: [own, where] } })),
  );
  const at = counts[0]?.totalDocs ? 0 : 1;
  const where = { and: [own, views[at]?.where ?? {}] };
  const found = await payload.find({ ...tickets, where, sort: '-updatedAt', limit: 25, depth: 0 });
  const docs = found.docs as unknown as readonly Ticket[];
  const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <main>
      <h1>Your tickets</h1>
      <a href="/support/tickets/new">New ticket</a>
      <form action="/support">
        <label htmlFor="search">Search your tickets</label>
        <input id="search" name="search" type="search" />
        <button type="submit">Search</button>
      </form>
      <nav aria-label="Views">
        {views.map(({ name, title }, index) => (
          <a key={name} href={`/support?view=${name}`} aria-current={index === at ? 'page' : undefined}>
            {title} <span>{counts[index]?.totalDocs}</span>
          </a>
        ))}
      </nav>
      <ul>
        {docs.map(({ id, subject, status, updatedAt }) => (
          <li key={id}>
            <a href={`/support/tickets/${id}`}>{subject}</a>
            <div>
              #{id} · Last change <time dateTime={updatedAt}>{moment.format(new Date(updatedAt))}</time>
            </div>
            <span>{status}</span>
          </li>
        ))}
      </ul>
      <nav aria-label="Pages of the list">
        {found.page} / {found.totalPages} <a href="/support?view=open&page=2">Older</a>
      </nav>
    </main>
  );
};

export default ClientTickets;

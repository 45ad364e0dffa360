import { RichText } from '@payloadcms/richtext-lexical/react';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { namePerson } from './person.ts';
import type { ReplyDocument } from './useReplies.ts';

/** What somebody said on a ticket. What clients never see looks different, and says so. */
export const Reply = ({ reply, now }: { reply: ReplyDocument; now: Date }) => {
  const { name, isClient } = namePerson(reply.createdBy);
  const kind = reply.internal ? 'internal' : isClient ? 'client' : 'staff';
  return (
    <li className={`portal-reply portal-reply--${kind}`}>
      <article aria-label={`${reply.internal ? 'Internal note' : 'Reply'} by ${name}`}>
        <header>
          <strong>{name}</strong>
          {isClient && <StatusPill tone="neutral">Client</StatusPill>}
          {reply.internal && <StatusPill tone="warning">Internal note</StatusPill>}
          <span className="portal-muted">
            <RelativeTime moment={new Date(reply.createdAt)} now={now} />
          </span>
        </header>
        <RichText className="portal-reply__body" data={reply.body} />
      </article>
    </li>
  );
};

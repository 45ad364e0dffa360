import type { NewJob } from '../../../core/jobs/jobs.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { TicketNotice } from '../notices/notices.ts';
import type { Status } from '../vocabulary.ts';

/** A notice that waits in the queue. */
type WaitingNotice = Required<NewJob<TicketNotice>>;

interface StatusNotice {
  /** The notice of the requester; its `told` is the status before the change. */
  readonly notice: TicketNotice;
  readonly status: Status;
  readonly requesterId: RecordId | null;
  readonly followers: readonly RecordId[];
  readonly afterSeconds: number;
  /** The notices of the ticket's earlier statuses that wait. */
  readonly waiting: readonly WaitingNotice[];
}

/**
 * The notices of a changed status, in the place of those that wait: one for each recipient, with the earlier of the times.
 * No one gets a notice of their own act, or of the status that their last notice reported.
 */
export const mergeStatusNotices = ({
  notice,
  status,
  requesterId,
  followers,
  afterSeconds,
  waiting,
}: StatusNotice): readonly NewJob<TicketNotice>[] => {
  const isActor = (id: RecordId | null) => id !== null && String(id) === String(notice.actorId);
  const recipients = [
    ...(isActor(requesterId) ? [] : [notice]),
    ...followers.filter((id) => !isActor(id)).map((followerId) => ({ ...notice, followerId })),
  ];
  return recipients.flatMap((recipient) => {
    const earlier = waiting.filter(({ data }) => isFor(data) === isFor(recipient));
    const told = earlier.find(({ data }) => data.told)?.data.told ?? notice.told;
    if (told === status) return [];
    const after = Math.min(afterSeconds, ...earlier.map((job) => job.afterSeconds));
    return [{ data: { ...recipient, told }, afterSeconds: after }];
  });
};

const isFor = ({ followerId = null }: TicketNotice): string => String(followerId);

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useAnswer } from './answers.ts';
import { isSame } from './draft.ts';
import { onEntryChange } from './kept.ts';
import { forgetSent, type HeldSubmission, submissionOf, unmarkSending } from './submissions.ts';

interface ElsewhereOptions {
  readonly ticket: number | string | undefined;
  /** The author. */
  readonly person: number | string | null;
  /** True for a ticket that was merged: the other one says what has become of the submission. */
  readonly isMerged: boolean;
  /** True while this page holds a reply back, or sends it after that. */
  readonly isHeld: boolean;
}

/**
 * Follows what another page of this browser sends on a ticket, or has sent when it was closed. As long as the result is not
 * known, the page has no composer: words that are written on below sent ones would be sent with them once more.
 */
export const useElsewhere = ({ ticket, person, isMerged, isHeld }: ElsewhereOptions) => {
  const [unsent, setUnsent] = useState<HeldSubmission | null>(null);
  const [gone, setGone] = useState<HeldSubmission | null>(null);
  // The key of the submission that this page sends itself.
  const own = useRef<string | null>(null);
  const hadFocus = useRef(false);
  const wasHeld = useRef(false);
  const wasNote = useRef(false);
  if (isHeld) {
    wasHeld.current = true;
    wasNote.current = false;
    own.current = null;
  }
  const follow = useCallback(
    (tell: () => void) =>
      onEntryChange({}, () => {
        hadFocus.current = Boolean(document.activeElement?.closest(places));
        tell();
      }),
    [],
  );
  const read = () =>
    ticket === undefined || person === null ? 'null' : JSON.stringify(submissionOf(ticket, person));
  const entry = useSyncExternalStore(follow, read, () => 'null');
  const open = useMemo((): HeldSubmission | null => JSON.parse(entry), [entry]);
  const isElsewhere = open?.key !== own.current && !isSame(open, unsent);
  const sending = isElsewhere && !isHeld && !isMerged ? open : null;
  if (sending) wasNote.current = sending.internal;

  const place = { ticket: ticket ?? '', person: person ?? '' };
  useAnswer({
    ...{ ticket, sending },
    onSent: ({ key }: HeldSubmission) => forgetSent({ ...place, key }),
    // The composer opens with it, and its draft is free then.
    onUnsent: setUnsent,
    // Its words stay there, to be copied.
    onGone: setGone,
  });
  useEffect(() => {
    if (unsent && ticket !== undefined && person !== null) unmarkSending({ ticket, person, key: unsent.key });
  }, [ticket, person, unsent]);
  useEffect(() => {
    if (sending) setUnsent(null);
  }, [sending]);

  return {
    sending,
    /** True if its ticket is not there, or no longer in the reach of its author. */
    isGone: sending !== null && isSame(sending, gone),
    /** The last one, if the portal does not have it. */
    unsent,
    /** True if the composer, or the message in its place, had the focus at the last change. */
    hadFocus: hadFocus.current,
    /** True for a composer that comes back after a reply was sent, undone or refused: it has the focus. */
    isBack: wasHeld.current || hadFocus.current,
    /** True for a composer that comes back after an internal note of another page: it begins with a note, too. */
    isNote: wasNote.current,
    /** Notes that this page begins to send, or knows the result (null). */
    setOwn(key: string | null) {
      own.current = key;
      if (key !== null) setUnsent(null);
    },
  };
};

/** The composer, and the message that stands in its place. */
const places = '.portal-composer, .portal-reply--held';

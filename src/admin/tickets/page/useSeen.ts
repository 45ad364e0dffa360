import { usePreferences } from '@payloadcms/ui';
import { useEffect } from 'react';
import { seenKey, withSeen } from '../seenKey.ts';
import type { ReplyDocument } from './useReplies.ts';

/** Notes that the reader has seen a ticket, each time its replies have changed. The list shows what has come since. */
export const useSeen = (id: number | string | undefined, replies: readonly ReplyDocument[] | null): void => {
  const { getPreference, setPreference } = usePreferences();
  useEffect(() => {
    if (id === undefined || replies === null) return;
    const at = new Date();
    void getPreference<Record<string, string> | null>(seenKey).then((seen) =>
      setPreference(seenKey, withSeen(seen ?? {}, String(id), at)),
    );
  }, [id, replies, getPreference, setPreference]);
};

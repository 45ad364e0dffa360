import { Link } from '@payloadcms/ui';
import type { Payload } from 'payload';
import type { ResolvedOptions } from '../../options/resolve.ts';
import { relatedRecordPath } from './relatedRecord.ts';

interface RelatedRecordProps {
  readonly payload: Payload;
  readonly slugs: ResolvedOptions['slugs'];
  readonly type: string | null;
  readonly id: string | null;
}

/** The record that a mail is about, linked if it has a page here. */
export const RelatedRecord = ({ payload, slugs, type, id }: RelatedRecordProps) => {
  if (type === null) return null;
  const words = id === null ? type : `${type} ${id}`;
  const path = relatedRecordPath(payload, slugs, { type, id });
  return path ? <Link href={path}>{words}</Link> : <span>{words}</span>;
};

import type { DefaultCellComponentProps } from 'payload';
import type { Status } from '../../tickets/vocabulary.ts';
import { StatusPill } from '../shared/StatusPill.tsx';
import { toneOf, wordsFor } from './ticketWords.ts';

/** The status of a ticket in the list, in words and in colour. */
export const TicketStatusCell = ({ cellData }: DefaultCellComponentProps) => {
  const status = cellData as Status;
  return <StatusPill tone={toneOf(status)}>{wordsFor(status)}</StatusPill>;
};

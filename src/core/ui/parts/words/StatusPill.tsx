import { Pill } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import './StatusPill.css';

/** The state that a colour stands for. */
export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

const styles: Record<Tone, 'success' | 'warning' | 'error' | 'light-gray'> = {
  good: 'success',
  warning: 'warning',
  bad: 'error',
  neutral: 'light-gray',
};

/** A state in words and colour. */
export const StatusPill = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Pill pillStyle={styles[tone]} size="small" className="portal-status">
    {children}
  </Pill>
);

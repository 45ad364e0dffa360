'use client';

import type { ReactNode } from 'react';
import { useAccessibleName } from '../../react/useAccessibleName.ts';

interface NamedProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A field of the CMS whose select has no accessible name of its own. */
export const Named = ({ name, children }: NamedProps) => (
  <div ref={useAccessibleName(name)} className="field-type">
    {children}
  </div>
);

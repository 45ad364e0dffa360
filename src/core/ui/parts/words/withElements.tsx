import { Fragment, type ReactNode } from 'react';

/** A text with elements for its `{{names}}`, such as a link or a time, wherever a language places them. */
export const withElements = (text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode =>
  text.split(/\{\{(\w+)\}\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    <Fragment key={index}>{index % 2 === 1 ? elements[part] : part}</Fragment>
  ));

import { useRef } from 'react';

/** Time for which the portal keeps the response to a request, in milliseconds. */
const kept = 24 * 60 * 60 * 1000;

/**
 * The returned function gives the moment at which a form was first sent with its present content. A second try with that
 * moment, after a response that was lost, is the same request.
 */
export const useFirstMoment = () => {
  const first = useRef<{ readonly content: string; readonly at: number } | null>(null);
  return (content: unknown): Date => {
    const text = JSON.stringify(content);
    const isSame = first.current?.content === text && Date.now() - first.current.at < kept;
    if (!isSame) first.current = { content: text, at: Date.now() };
    return new Date(first.current?.at ?? Date.now());
  };
};

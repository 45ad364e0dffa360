import { useForm, useFormModified, useFormProcessing, useFormSubmitted } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useCallback, useEffect, useLayoutEffect, useState, useTransition } from 'react';

/**
 * Makes the server render the page again, as `router.refresh` does. The page that comes replaces all fields of its form, so
 * unsaved input is waited for until it is saved, and the fields take none from there until the new ones are shown.
 */
export const useRefresh = (): (() => void) => {
  const router = useRouter();
  // Outside of a form there is no such function.
  const { setProcessing }: Partial<ReturnType<typeof useForm>> = useForm();
  const isProcessing = useFormProcessing();
  const isModified = useFormModified();
  // A form that the server refused is no modified one until `RefusedSave` has seen it.
  const isRefused = useFormSubmitted();
  const [isAsked, setIsAsked] = useState(false);
  const [isRefreshing, startRefresh] = useTransition();
  // No key comes between a render and its layout effects.
  useLayoutEffect(() => {
    if (!isAsked || isProcessing || isModified || isRefused) return;
    setIsAsked(false);
    setProcessing?.(true);
    startRefresh(() => router.refresh());
  }, [isAsked, isProcessing, isModified, isRefused, setProcessing, router]);
  useEffect(() => (isRefreshing ? () => setProcessing?.(false) : undefined), [isRefreshing, setProcessing]);
  return useCallback(() => setIsAsked(true), []);
};

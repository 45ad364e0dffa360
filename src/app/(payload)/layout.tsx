import config from '@payload-config';
import '@payloadcms/next/css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import type { ServerFunctionClient } from 'payload';
import type { ReactNode } from 'react';
import { isHeavyForm } from '../heavyForm.ts';
import { importMap } from './admin/importMap.js';

/** A list that the browser reads again has as many records as its page. */
const isPage = (query: unknown): boolean => {
  const limit = Number(Reflect.get(Object(query), 'limit') ?? 1);
  return limit >= 1 && limit <= 100;
};

/**
 * Upstream: the CMS finds its functions by names that anyone may send, without a session: `constructor` of every object
 * returns the whole request, which takes seconds to write. No report is known.
 * Goes when: the CMS looks for its own functions alone.
 */
const serverFunction: ServerFunctionClient = async ({ name, args }) => {
  'use server';
  if (typeof name !== 'string' || name in {}) throw new Error('There is no such function.');
  if (name === 'table-state' && !isPage(args.query)) throw new Error('A page has 1 to 100 records.');
  if (isHeavyForm(args))
    throw new Error(
      'A form has at most 2000 rows, and names of at most 200 characters; its data is no text.',
    );
  return handleServerFunctions({ name, args, config, importMap });
};

const Layout = ({ children }: { children: ReactNode }) => (
  <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
    {children}
  </RootLayout>
);

export default Layout;

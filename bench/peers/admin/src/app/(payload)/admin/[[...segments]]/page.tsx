import { RootPage } from '@payloadcms/next/views';
import { importMap } from '../../../../../../../../src/app/(payload)/admin/importMap.js';
import config from '../../../../../payload.config.ts';

interface PageProps {
  params: Promise<{ segments: string[] }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

const Page = ({ params, searchParams }: PageProps) => RootPage({ config, params, searchParams, importMap });

export default Page;

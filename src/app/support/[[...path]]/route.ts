import config from '@payload-config';
import { clientPages } from 'payload-support-portal/pages';

/** The portal's own server serves these pages itself; they are for `npm run dev`, in which Next serves everything. */
export const { GET, HEAD, POST } = clientPages({ config });

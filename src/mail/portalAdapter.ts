import addressparser from 'nodemailer-10/lib/addressparser';
import type { EmailAdapter } from 'payload';

/** The names of adapters that carry nothing: the portal's own stand-in, and the CMS's, which prints to the console. */
const idleAdapters: readonly string[] = ['payload-support-portal', 'console'];

export const carriesNothing = (adapterName: string): boolean => idleAdapters.includes(adapterName);

/** Sender of an app that names none. */
export const fallbackSender = 'Support <support@localhost>';

/**
 * The adapter of an app that brings none of its own: it gives the CMS's auth mails a sender. Its mails are carried
 * by the chain; without one they fail, with an error that says so.
 */
export const portalAdapter =
  (from: string): EmailAdapter =>
  () => {
    const [sender] = addressparser(from, { flatten: true });
    return {
      name: 'payload-support-portal',
      defaultFromName: sender?.name ?? '',
      defaultFromAddress: sender?.address ?? '',
      sendEmail: () => Promise.reject(new Error('The portal carries mail by its chain of transports alone.')),
    };
  };

import { openApp } from './app.ts';

/**
 * A portal in a process of its own, told what to do by its parent: `{ send: subject }` sends a mail and answers
 * `{ sent: subject, error }`.
 */
const payload = await openApp(JSON.parse(process.argv[2] ?? ''));

const send = async (subject: string): Promise<string | null> => {
  try {
    await payload.sendEmail({ to: 'ann@example.com', subject, text: 'The body is nobody’s business.' });
    return null;
  } catch (error) {
    return String(error);
  }
};

process.on('message', async ({ send: subject }: { send: string }) =>
  process.send?.({ sent: subject, error: await send(subject) }),
);

process.send?.({ ready: true });

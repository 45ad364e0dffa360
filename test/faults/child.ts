import { openApp } from './app.ts';

/**
 * A portal in a process of its own, told what to do by its parent: `{ send: subject }` sends a mail and answers
 * `{ sent: subject, error }`; `{ destroy: true }` closes the portal, and the process has to end by itself.
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

process.on('message', async (order: { send?: string; destroy?: true }) => {
  if (order.send) process.send?.({ sent: order.send, error: await send(order.send) });
  if (order.destroy) {
    await payload.destroy();
    process.disconnect();
  }
});

process.send?.({ ready: true });

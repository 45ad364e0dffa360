import type { Plugin } from 'payload';

/** Another plugin that mails: it knows nothing of the portal. */
export const newsletter: Plugin = (config) => ({
  ...config,
  endpoints: [
    ...(config.endpoints ?? []),
    {
      path: '/newsletter',
      method: 'post',
      handler: async ({ payload, url }) => {
        const to = new URL(url ?? '').searchParams.get('to') ?? '';
        await payload.sendEmail({ to, subject: 'News', text: 'Nothing happened.' }).catch(() => {});
        return Response.json({});
      },
    },
  ],
});

import type { Plugin } from 'payload';

/** Another plugin that creates tickets by the Local API, in a transaction of their own. */
export const importer: Plugin = (config) => ({
  ...config,
  endpoints: [
    ...(config.endpoints ?? []),
    {
      path: '/import-ticket',
      method: 'post',
      handler: async ({ payload, json }) => {
        const { subject, organization } = (await json?.()) ?? {};
        const data = { subject, organization, status: 'open', priority: 'low' } as const;
        const { id } = await payload.create({ collection: 'tickets', data, overrideAccess: true });
        return Response.json({ id }, { status: 201 });
      },
    },
  ],
});

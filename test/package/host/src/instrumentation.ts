export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { default: config } = await import('@payload-config');
  const { register } = await import('payload-support-portal');
  await register({ config });
};

export const tools = {
  scope: 'AI tools',
};

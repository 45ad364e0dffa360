import type { ReactNode } from 'react';

/** Next builds no app without one. */
const Layout = ({ children }: { children: ReactNode }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
);

export default Layout;

import type { EmailAttempt } from '../features/email-log/row.ts';

export interface Session {
  readonly address: string;
  readonly token: string;
}

export const emailLogPath = '/api/portal/v1/email-log';

/** Logs in as a member of staff, over HTTP. */
export const logIn = async (address: string, email: string, password: string): Promise<Session> => {
  const { token } = await getJSON<{ token: string }>(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return { address, token };
};

export const readEmailLog = async ({ address, token }: Session): Promise<readonly EmailAttempt[]> => {
  const { data } = await getJSON<{ data: EmailAttempt[] }>(`${address}${emailLogPath}`, {
    headers: { Authorization: `JWT ${token}` },
  });
  return data;
};

const getJSON = async <Body>(url: string, init: RequestInit): Promise<Body> => {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
};

import { setTimeout as sleep } from 'node:timers/promises';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Registration {
  readonly status: number;
  readonly token: string | null;
  readonly headers: Headers;
}

/**
 * Registers the first user of a portal that has just started, as a person would: once more after a 503, for on a busy machine
 * the database may respond too late. The try that was answered 503 may have made the user, who then logs in.
 */
export const registerFirst = async (url: string, credentials: Credentials): Promise<Registration> => {
  const post = async (path: string) => {
    const response = await fetch(`${url}/api/users/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const { token = null } = (await response.json()) as { token?: string };
    return { status: response.status, token, headers: response.headers };
  };
  let path = 'first-register';
  let result = await post(path);
  for (
    let isRepeated = false;
    result.status === 503 || (isRepeated && result.status === 403);
    isRepeated = true
  ) {
    if (result.status === 403) path = 'login';
    else await sleep(500);
    result = await post(path);
  }
  return result;
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface OAuthProvider {
  readonly tokenUrl: string;
  /** The endpoint for checking tokens, with the credentials of the mail server that asks. */
  readonly introspectionUrl: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Number of token requests. */
  tokens(): number;
  /** Refuses every token from now on, as one that was revoked. */
  revokeAll(): void;
  close(): Promise<void>;
}

const scope = 'imap';

/** A real provider of OAuth 2.0 on loopback, with client credentials and introspection. */
export const startOAuthProvider = async (user: string): Promise<OAuthProvider> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const client = { clientId: user, clientSecret: 'the secret of the application' };
  let tokens = 0;
  let isRevoked = false;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: 'dovecot',
        client_secret: 'of-dovecot',
        grant_types: [],
        redirect_uris: [],
        response_types: [],
      },
    ],
    scopes: [scope],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => !isRevoked },
    },
    cookies: { keys: ['of the tests'] },
    ttl: { ClientCredentials: 3_600 },
  });
  provider.on('client_credentials.saved', () => {
    tokens += 1;
    isRevoked = false;
  });
  server.on('request', provider.callback());
  return {
    tokenUrl: `${issuer}/token`,
    introspectionUrl: `http://dovecot:of-dovecot@127.0.0.1:${port}/token/introspection`,
    client,
    tokens: () => tokens,
    revokeAll: () => {
      isRevoked = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

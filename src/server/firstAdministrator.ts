import { randomBytes } from 'node:crypto';
import type { Payload } from 'payload';
import { isPublic, type PortalEnvironment } from './environment.ts';

const users = 'users';
const defaultEmail = 'admin@portal.localhost';

/**
 * Makes the first administrator, if there is no user and the portal may not wait for its first visitor to
 * register. Call it under the start lock, so that of several processes one makes it.
 */
export const makeFirstAdministrator = async (
  payload: Payload,
  environment: PortalEnvironment,
): Promise<void> => {
  const { firstAdministrator } = environment;
  if (firstAdministrator === null && !isPublic(environment)) return;
  const { totalDocs } = await payload.count({ collection: users, overrideAccess: true });
  if (totalDocs > 0) return;
  const { email, password } = firstAdministrator ?? { email: defaultEmail, password: generatePassword() };
  await payload.create({
    collection: users,
    data: { email, password, role: 'administrator' },
    overrideAccess: true,
    disableVerificationEmail: true,
  });
  if (firstAdministrator !== null) return console.log(`The first administrator is ${email}.`);
  console.log(
    `The portal is public and has no users, so there is an administrator now.\nE-mail: ${email}\nPassword: ${password}`,
  );
};

const generatePassword = (): string => randomBytes(18).toString('base64url');

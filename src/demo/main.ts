import { randomBytes } from 'node:crypto';
import { run } from '../server/lifecycle.mjs';
import { logIn, readEmailLog } from './emailLog.ts';
import { startMailProxy, startMailServer } from './mail.ts';
import { receiveMails } from './mailIn.ts';
import { logins, printSignIn, readSignInMail } from './people.ts';
import { makeThrowAwayFolder, startPortal } from './portal.ts';
import { printAddresses, printEmailLog, printMailIn } from './print.ts';
import { seedRecords } from './records.ts';
import { demoVariables, freePort } from './variables.ts';

/** `npm run demo`: a portal with its mail servers on throw-away data, to look at until Ctrl-C. */
run(async (lifecycle) => {
  const folder = makeThrowAwayFolder();
  lifecycle.onStop(folder.remove);
  const mailServer = await startMailServer((raw) => {
    const mail = readSignInMail(raw);
    if (mail) printSignIn(mail);
  });
  lifecycle.onStop(mailServer.close);
  const mailProxy = await startMailProxy();
  lifecycle.onStop(mailProxy.close);

  const password = randomBytes(9).toString('base64url');
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const variables = demoVariables({
    dataDirectory: folder.path,
    port,
    smtpURL: mailServer.url,
    proxyURL: mailProxy.url,
    administrator: { email: logins.administrator, password },
  });
  await startPortal(address, variables, lifecycle);

  Object.assign(process.env, variables);
  const { seed } = await import('./portal.ts');
  await seed(password);

  const session = await logIn(address, logins.editor, password);
  const records = await seedRecords(session, logins.client);
  const arrived = await receiveMails(session, variables.INBOUND_SECRET ?? '', records.firstTicket);
  printEmailLog(await readEmailLog(session));
  printMailIn(arrived);
  printAddresses(session, password, records);
});

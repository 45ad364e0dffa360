import { barePortal, openBareApp } from './bareApp.ts';
import { publishChange } from './changes.ts';

/** A process that serves: makes one change after the other, each with its event. */
const { databaseUrl, from }: { databaseUrl: string; from: number } = JSON.parse(process.argv[2] ?? '');

const payload = openBareApp(databaseUrl);
const portal = barePortal();
process.send?.({ ready: true });
for (let number = from; ; number++) await publishChange(payload, portal, number);

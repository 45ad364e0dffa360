import { parseNetworks } from '../../src/core/outgoing/guard/address.ts';
import { buildSender } from '../../src/core/outgoing/sending/sender.ts';

/** Sends once, in a process that trusts other certificates, to a name that leads to this machine; prints the outcome. */
const sender = buildSender({
  allowedNetworks: parseNetworks(['127.0.0.1']),
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});
console.log(JSON.stringify(await sender.send({ url: process.argv[2] ?? '', headers: {}, body: '{}' })));
sender.close();

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Accepts every POST with 204: at once, `/after/20` after so many milliseconds, `/hang` on demand. Sends its port to the
 * process that started it, and ends with that process.
 */
const hanging = new Set<ServerResponse>();

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const [, kind, milliseconds] = (request.url ?? '').split('/');
    const answer = () => response.writeHead(204).end();
    if (kind === 'hang') {
      hanging.add(response);
      response.on('close', () => hanging.delete(response));
    } else if (kind === 'after') setTimeout(answer, Number(milliseconds));
    else answer();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', () => {
  for (const response of hanging) response.writeHead(204).end();
  hanging.clear();
});
process.on('disconnect', () => process.exit());

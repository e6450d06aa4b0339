import { createServer, type AddressInfo } from 'node:net';

function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, () => {
      const { port: found } = server.address() as AddressInfo; // a TCP server that listens has one
      server.close(() => resolve(found));
    });
  });
}

/** A port that nobody has at this moment. */
export const freePort = (): Promise<number> => tryPort(0);

export const isFree = (port: number): Promise<boolean> =>
  tryPort(port).then(
    () => true,
    () => false,
  );

/** @throws a clear line that names the setting, when somebody has the port */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  if (!(await isFree(port)))
    throw new Error(`Port ${port} is taken: stop what listens there, or set ${setting} to another port`);
}

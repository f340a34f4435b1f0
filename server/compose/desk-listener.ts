import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AppContext } from './app-context.ts';
import { loadDesk } from '../staff/desk-files.ts';
import { createDesk } from './desk-app.ts';
import { listenPatiently } from '../http/listen-patiently.ts';
import { removeOldExports } from '../privacy/old-exports.ts';

export type DeskListener = { close: (how: (app: FastifyInstance) => Promise<void>) => Promise<void> };

/** Serves the desk at DESK_PORT. If the port is in use, the site goes on and the port is tried again. @param folder `dist` */
export async function startDesk(context: AppContext, folder: string, log: Logger): Promise<DeskListener> {
  void removeOldExports(log);
  const { DESK_PORT: port, DESK_HOST: host, DESK_URL: url } = context.settings;
  if (port === undefined) return { close: async () => undefined };
  const app = await createDesk(context, { logger: log, files: loadDesk(folder, url) });
  await app.ready();
  const words = { served: 'the desk is served', failed: 'the desk cannot be served, and is tried again' };
  const giveUp = listenPatiently(app.server, { port, host, prefix: 'DESK', words }, log);
  return {
    close: async (how) => {
      giveUp();
      const ended = new Promise<void>((resolve) => void app.server.close(() => resolve()));
      app.server.closeIdleConnections();
      await how(app);
      await ended;
    },
  };
}

import type { EnvironmentOptions, PluginOption } from 'vite';
import { leftOut } from './left-out.ts';
import { nodeHttp } from './node-http.ts';
import { startFiles } from './start-files.ts';

export const serverPlugins: readonly PluginOption[] = [nodeHttp(), leftOut()];

/** All except `main` and `cli` run as worker threads of the server, `cv`, `picture` and `report` as processes. */
const programs = {
  main: 'server/main.ts',
  background: 'server/background.ts',
  cli: 'server/compose/command-line.ts',
  report: 'server/reports/report-process.ts',
  render: 'server/content/render-worker.ts',
  picture: 'server/content/pictures/picture-process.ts',
  scrub: 'server/privacy/scrub-worker.ts',
  record: 'server/insights/import/record-worker.ts',
  calendar: 'server/booking/feeds/calendar-worker.ts',
  cv: 'server/recruiting/cvs/cv-process.ts',
};

/** The build of the server and the command line. */
export const server: EnvironmentOptions = {
  build: {
    outDir: '.cache/build/server',
    sourcemap: true,
    rolldownOptions: {
      input: programs,
      // Optional drivers: if they are missing, the packages fall back to others. `sharp` is machine code, and is copied as it is.
      external: ['pg-native', 'cloudflare:sockets', 'sharp'],
      // Node keeps source text in memory, with one byte per character if a file is all ASCII, otherwise with two.
      output: {
        charset: 'ascii',
        comments: false,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: startFiles(programs) }] },
      },
    },
  },
};

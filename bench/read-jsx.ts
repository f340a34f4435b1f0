import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/** Lets this process import .tsx files, which Node does not read: the server's mails are written in them, with a picture. Call it before such an import(). */
export function readJsx(): void {
  registerHooks({
    load(url, context, next) {
      if (/[.]png([?]|$)/.test(url)) return { format: 'module', source: `export default ''`, shortCircuit: true };
      if (!url.endsWith('.tsx')) return next(url, context);
      const jsc = {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2024',
        transform: { react: { runtime: 'automatic' } },
      } as const;
      const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), { jsc, configFile: false, swcrc: false });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}

import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/**
 * Notes each statement that SQLite prepares from now on. Call it before the store is opened, which prepares each statement once.
 * @returns a function that ends this and returns how SQLite reads the statements' tables: `SEARCH leads USING INDEX leads_spam (created_at<?)`
 */
export function watchPlans(): (file: string) => string[] {
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare');
  return (file) => {
    const statements = new Set(spy.mock.calls.map(([statement]) => statement));
    spy.mockRestore();
    const database = new DatabaseSync(file, { readOnly: true });
    const read = [...statements].filter((statement) => /^\s*(?:select|with|update|delete)\b/i.test(statement));
    const steps = read.flatMap((statement) => database.prepare(`explain query plan ${statement}`).all());
    database.close();
    return steps.map(({ detail }) => String(detail));
  };
}

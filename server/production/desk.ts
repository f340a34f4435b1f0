import { readSettingsCall } from '../../contract/calls/desk/settings-calls.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { fileEnvironment, givenSettings } from '../settings/given-settings.ts';
import { environment, maskedSetting } from '../settings/settings.ts';
import type { ReadReportingFacts } from './production-facts.ts';

type Context = Pick<HttpContext, 'store' | 'settings' | 'now'> & { readReporting: ReadReportingFacts };

/** The desk's call on the settings with which the process was started, and those that staff published in their place. @param folder folder of the file .env */
export function settingsRoutes(route: DeskRoute, { store, settings, now, readReporting }: Context, folder: string): void {
  const env = environment(folder);
  const rows = givenSettings(env, fileEnvironment(folder));
  route(readSettingsCall, async () => {
    const { productionChecks } = await import('./production-checks.ts');
    const { readProductionFacts } = await import('./production-facts.ts');
    const facts = await readProductionFacts({ settings, store, now: now(), env, folder, readReporting });
    const { atDesk } = settings;
    const given = rows.map((row) => {
      const text = atDesk[row.name];
      return text === undefined ? row : ({ ...row, value: maskedSetting(row.name, text), source: 'desk' } as const);
    });
    return { checks: productionChecks(facts), settings: given };
  });
}

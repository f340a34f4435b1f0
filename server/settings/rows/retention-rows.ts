import { retention, retentionSettings, type RetentionSetting } from '../../../contract/retention-periods.ts';
import { daysFrom } from '../setting-values.ts';
import { setting, type Setting } from './setting.ts';

/** How long data is kept. */
export function retentionRows(): Readonly<Record<RetentionSetting, Setting<number>>> {
  const entries = retentionSettings.map((name) => {
    const { days, least, what, since } = retention[name];
    const help = `${what}: removed so many days after ${since}. 0: never by itself.`;
    return [name, setting(String(days), help, String(days || 1825), daysFrom(least))] as const;
  });
  return Object.fromEntries(entries) as Record<RetentionSetting, Setting<number>>;
}

import { declarations } from './settings.ts';

export function settingsHelp(): string {
  return Object.entries(declarations)
    .map(
      ([name, row]) =>
        `  ${name.padEnd(13)} ${row.help}${row.initial === '' ? '' : ` [${row.initial}]`}\n${' '.repeat(16)}e.g. ${name}=${row.example}`,
    )
    .join('\n');
}

export function settingsTable(): string {
  const rows = Object.entries(declarations).map(
    ([name, row]) => `| \`${name}\` | ${row.initial === '' ? '' : `\`${row.initial}\``} | ${row.help} | \`${row.example}\` |`,
  );
  return ['| setting | default | meaning | example |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

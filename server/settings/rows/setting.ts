export type Setting<T> = { initial: string; help: string; example: string; parse: (value: string) => T };

export function setting<T>(initial: string, help: string, example: string, parse: (value: string) => T): Setting<T> {
  return { initial, help, example, parse };
}

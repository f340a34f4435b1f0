import { resolve } from 'node:path';

/** @returns the argument of a command whose path a fault of the file system is about, or a path within it */
export function wrongPath(args: readonly string[], error: unknown): string | undefined {
  const { path, syscall } = error as NodeJS.ErrnoException;
  if (path === undefined || syscall === undefined) return undefined;
  return args.find((argument) => {
    const given = resolve(argument.replace(/^--[\w-]+=/, ''));
    return resolve(path) === given || resolve(path).startsWith(`${given}/`);
  });
}

/** Files of the build that were requested ahead, by name. */
const asked = new Map<string, Promise<void>>();

/**
 * Loads code once its styles are loaded, and requests all of its imports at the same time. The build wraps each `import()` in this function, in place
 * of Vite's own, which has three times the code.
 * @param names files of the build: what the code imports, and its styles
 */
function preload<T>(load: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  return Promise.all(names.map((name) => asked.get(name) ?? askFor(name))).then(load);
}

/** A file that fails is asked for again the next time. */
function askFor(name: string): Promise<void> {
  const link = document.createElement('link');
  const isStyle = name.endsWith('.css');
  // Safari knows `modulepreload` since 17.
  const hint = link.relList.supports('modulepreload') ? 'modulepreload' : 'preload';
  Object.assign(link, { rel: isStyle ? 'stylesheet' : hint, as: 'script', crossOrigin: '', href: `/${name}` });
  const known = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      asked.delete(name);
      link.remove();
      reject(new Error(name));
    });
    // Scripts are not waited for, because their import reports a missing one.
    if (!isStyle) resolve();
  });
  asked.set(name, known);
  document.head.append(link);
  return known;
}

/** The name by which Vite calls it. */
export { preload as __vitePreload };

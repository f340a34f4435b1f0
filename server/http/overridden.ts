type Shown<File> = (url: string) => File | Promise<File>;

/** Returns a lookup that prefers the override at an address over the built file. */
export function overridden<File, Other extends File>(
  built: Shown<File>,
  override: ((url: string) => Other | undefined | Promise<Other | undefined>) | undefined,
): Shown<File> {
  if (override === undefined) return built;
  return (url) => {
    const other = override(url);
    if (other instanceof Promise) return other.then((page) => page ?? built(url));
    return other ?? built(url);
  };
}

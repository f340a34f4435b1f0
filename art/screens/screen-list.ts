/** A screen of the platform, for wide windows and for phones. */
export type Screen = { id: string; desktop(): string; mobile(): string };

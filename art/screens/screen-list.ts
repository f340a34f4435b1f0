export type Screen = { id: string; desktop(): string; mobile(): string };

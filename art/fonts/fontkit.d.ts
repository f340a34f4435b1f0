declare module 'fontkit' {
  export type Path = { commands: ReadonlyArray<{ command: string; args: number[] }> };
  export type Run = {
    glyphs: ReadonlyArray<{ id: number; path: Path }>;
    positions: ReadonlyArray<{ xAdvance: number; xOffset: number; yOffset: number }>;
    advanceWidth: number;
  };
  export type Font = {
    unitsPerEm: number;
    layout(text: string, features?: readonly string[] | Record<string, boolean>): Run;
  };
  export function openSync(path: string): Font;
  export function create(bytes: Uint8Array): Font;
}

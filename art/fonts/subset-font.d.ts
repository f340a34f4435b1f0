declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; keepFeatures: readonly string[]; noHinting: boolean };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

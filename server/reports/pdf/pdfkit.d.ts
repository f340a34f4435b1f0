/** The part of pdfkit that we draw with; the package ships no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  export type TextOptions = {
    width?: number;
    align?: 'left' | 'right' | 'center';
    lineGap?: number;
    lineBreak?: boolean;
    characterSpacing?: number;
    features?: readonly string[];
    link?: string;
  };

  export default class PDFDocument extends (null as unknown as typeof Readable) {
    constructor(options: {
      size: readonly [number, number] | 'A4';
      margin: number;
      autoFirstPage: boolean;
      bufferPages?: boolean;
      font?: Uint8Array;
      lang?: string;
      displayTitle?: boolean;
      pdfVersion?: string;
      info?: Record<string, string | Date>;
    });
    page: { width: number; height: number };
    y: number;
    addPage(): this;
    end(): void;
    registerFont(name: string, source: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    text(content: string, x: number, y: number, options?: TextOptions): this;
    widthOfString(content: string, options?: TextOptions): number;
    heightOfString(content: string, options?: TextOptions): number;
    save(): this;
    restore(): this;
    rect(x: number, y: number, width: number, height: number): this;
    circle(x: number, y: number, radius: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    closePath(): this;
    path(data: string): this;
    clip(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    lineWidth(width: number): this;
    lineJoin(join: 'round' | 'miter'): this;
    lineCap(cap: 'round' | 'butt'): this;
    dash(length: number, options?: { space: number }): this;
    undash(): this;
    fillColor(color: string, opacity?: number): this;
    strokeColor(color: string, opacity?: number): this;
    fillOpacity(opacity: number): this;
    fill(color?: string): this;
    stroke(color?: string): this;
    outline: { addItem(title: string): unknown };
  }
}

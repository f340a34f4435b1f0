export const MANIFEST = 'site.webmanifest';

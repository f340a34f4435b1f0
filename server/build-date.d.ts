/** When the build was made, in ISO 8601 (vite.config.ts). */
declare const BUILD_DATE: string;

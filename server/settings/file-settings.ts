import type { Settings } from './settings.ts';
import type { FilesOptions } from '../store/files.ts';

const MB = 1024 * 1024;

/** Where uploaded files go and how much room they may take, as the settings have it. */
export function fileSettings(settings: Settings): Pick<FilesOptions, 'dataDir' | 'bucket' | 'reserve' | 'perDay'> {
  return {
    dataDir: settings.DATA_DIR,
    bucket: settings.FILES_URL,
    reserve: settings.DISK_RESERVE_MB * MB,
    perDay: settings.UPLOADS_MB_PER_DAY * MB,
  };
}

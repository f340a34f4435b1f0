import type { Settings } from '../settings/settings.ts';
import type { FilesOptions } from './files.ts';

const MB = 1024 * 1024;

export function fileSettings(settings: Settings): Pick<FilesOptions, 'dataDir' | 'bucket' | 'reserve' | 'perDay'> {
  return {
    dataDir: settings.DATA_DIR,
    bucket: settings.FILES_URL,
    reserve: settings.DISK_RESERVE_MB * MB,
    perDay: settings.UPLOADS_MB_PER_DAY * MB,
  };
}

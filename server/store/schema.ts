import type { RowsOf } from './table.ts';
import { alertTables } from './tables/alert-tables.ts';
import { bookingTables } from './tables/booking-tables.ts';
import { contentTables } from './tables/content-tables.ts';
import { deliveryTables } from './tables/delivery-tables.ts';
import { fileTables } from './tables/file-tables.ts';
import { insightTables } from './tables/insight-tables.ts';
import { leadTables } from './tables/lead-tables.ts';
import { mailTables } from './tables/mail-tables.ts';
import { privacyTables } from './tables/privacy-tables.ts';
import { queueTables } from './tables/queue-tables.ts';
import { recruitingTables } from './tables/recruiting-tables.ts';
import { staffTables } from './tables/staff-tables.ts';
import { storeTables } from './tables/store-tables.ts';
import { workTables } from './tables/work-tables.ts';

/** All tables, the same on both stores: times are whole milliseconds since the epoch, booleans are 0 and 1, documents are JSON text. */
export const tables = {
  ...leadTables,
  ...workTables,
  ...recruitingTables,
  ...bookingTables,
  ...fileTables,
  ...deliveryTables,
  ...queueTables,
  ...mailTables,
  ...privacyTables,
  ...staffTables,
  ...insightTables,
  ...contentTables,
  ...alertTables,
  ...storeTables,
};

/** Row types of all tables. */
export interface Schema extends RowsOf<typeof tables> {}

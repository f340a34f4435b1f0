import { database, oneOf, optional, s3, scanner, text, whole } from '../setting-values.ts';
import { setting } from './setting.ts';

/** Locations of data and files. */
export const storeRows = {
  DATA_DIR: setting(
    'data',
    'Folder of the embedded store, of uploaded files and of mails that are kept as files.',
    '/var/lib/cognitive',
    text,
  ),
  DATABASE_URL: setting(
    '',
    'PostgreSQL to use in place of the embedded store. Several hosts, separated by commas, are tried in turn for the primary.',
    'postgres://user:secret@db-a.example.com:5432,db-b.example.com:5432/leads',
    optional(database),
  ),
  DATABASE_POOL: setting(
    '10',
    'Connections to PostgreSQL that one server keeps at most: half for answering visitors, half for what follows from forms; four at least.',
    '20',
    whole(2, 1000),
  ),
  DATABASE_WAIT_MS: setting('3000', 'Milliseconds that a form waits for a connection to PostgreSQL.', '10000', whole(100, 60_000)),
  DATABASE_TLS: setting(
    '',
    'Encryption to PostgreSQL: off, unverified (encrypted, whoever answers), or verify (certificate and host). Default: as sslmode in DATABASE_URL says, and verify with DATABASE_CA.',
    'verify',
    optional(oneOf('off', 'unverified', 'verify')),
  ),
  DATABASE_CA: setting(
    '',
    'File with the certificate (PEM) of the authority that signed PostgreSQL’s. Default: the authorities that Node knows.',
    '/etc/ssl/db-ca.pem',
    optional(text),
  ),
  POSTGRES_BIN: setting(
    '',
    'Folder of pg_dump, pg_restore and psql, where npm run backup and npm run restore do not find them.',
    '/usr/lib/postgresql/17/bin',
    optional(text),
  ),
  FILES_URL: setting(
    '',
    'Bucket of S3, or of what speaks its protocol, for CVs, in place of DATA_DIR/files; s3+http: without TLS. A / in the secret is written %2F.',
    's3://KEY:SECRET@s3.eu-south-1.amazonaws.com/bucket/prefix?region=eu-south-1',
    optional(s3),
  ),
  DISK_RESERVE_MB: setting(
    '200',
    'Free space on the disk of DATA_DIR under which CVs are refused, in MB; forms without a file go on.',
    '1000',
    whole(0, 1_000_000),
  ),
  UPLOADS_MB_PER_DAY: setting(
    '2000',
    'What all CVs of 24 hours may come to, on every server together, in MB.',
    '500',
    whole(3, 10_000_000),
  ),
  CLAMD_URL: setting(
    '',
    'Virus scanner (clamd) that releases a CV. Without it CVs are marked as unscanned.',
    'tcp://127.0.0.1:3310',
    optional(scanner),
  ),
} as const;

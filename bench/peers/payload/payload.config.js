import { postgresAdapter } from '@payloadcms/db-postgres';
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { formBuilderPlugin } from '@payloadcms/plugin-form-builder';
import { buildConfig } from 'payload';

const { DATABASE_URL, DATA_DIR = '.' } = process.env;

/** Their settings as they come, but for transactions on SQLite, which are off unless asked for. */
const db =
  DATABASE_URL === undefined
    ? sqliteAdapter({ client: { url: `file:${DATA_DIR}/payload.sqlite` }, wal: { synchronous: 'FULL' }, transactionOptions: {} })
    : postgresAdapter({ pool: { connectionString: DATABASE_URL, max: 20 } });

/** Rich text would need an editor, and mails of a form go out within the request: neither is asked of it. */
const LEFT_OUT = ['confirmationMessage', 'emails'];

export default buildConfig({
  secret: 'measured',
  telemetry: false,
  db,
  collections: [{ slug: 'users', auth: true, fields: [] }],
  admin: { user: 'users' },
  jobs: {
    tasks: [
      {
        slug: 'mail',
        inputSchema: [{ name: 'submission', type: 'text', required: true }],
        handler: async () => ({ output: {} }),
      },
    ],
  },
  plugins: [
    formBuilderPlugin({
      fields: { message: false, payment: false },
      formOverrides: { fields: ({ defaultFields }) => defaultFields.filter(({ name }) => !LEFT_OUT.includes(name)) },
      formSubmissionOverrides: { hooks: { afterChange: [enqueueMail] } },
    }),
  ],
});

/** Within the transaction of the submission, which the request carries. */
async function enqueueMail({ doc, req, operation }) {
  if (operation === 'create') await req.payload.jobs.queue({ task: 'mail', input: { submission: String(doc.id) }, req });
}

import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL, DATA_DIR, PORT } = process.env;
const text = { type: 'string', maxLength: 200 };
const body = {
  type: 'object',
  required: ['name', 'surname', 'email', 'phone', 'role', 'company'],
  properties: {
    name: text,
    surname: text,
    email: { ...text, pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' },
    phone: text,
    role: text,
    company: text,
  },
};
const tables = `
  create table if not exists leads (id text primary key, created_at bigint not null, email text not null, answers text not null);
  create table if not exists outbox (id text primary key, created_at bigint not null, lead_id text not null, task text not null);`;

const insert = DATABASE_URL === undefined ? openSqlite() : await openPostgres();
const app = Fastify();
app.get('/', async () => 'ready');
app.post('/leads', { schema: { body } }, async (request, reply) => {
  const id = crypto.randomUUID();
  await insert([id, Date.now(), request.body.email, JSON.stringify(request.body)], crypto.randomUUID());
  reply.code(201);
  return { id };
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

/** A transaction a lead, with two prepared inserts, durable when it returns. */
function openSqlite() {
  const file = new DatabaseSync(`${DATA_DIR}/leads.sqlite`);
  file.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`);
  const lead = file.prepare('insert into leads values (?, ?, ?, ?)');
  const task = file.prepare("insert into outbox values (?, ?, ?, 'mail')");
  return (values, taskId) => {
    file.exec('begin immediate');
    try {
      lead.run(...values);
      task.run(taskId, values[1], values[0]);
      file.exec('commit');
    } catch (error) {
      file.exec('rollback');
      throw error;
    }
  };
}

/** One prepared statement a lead, which is a transaction by itself. */
async function openPostgres() {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
  await pool.query(tables);
  const statement = `with lead as (insert into leads values ($1, $2, $3, $4) returning id, created_at)
    insert into outbox select $5, created_at, id, 'mail' from lead`;
  return (values, taskId) => pool.query({ name: 'lead', text: statement, values: [...values, taskId] });
}

// Creates the tables and the form that submissions are for.
import { getPayload } from 'payload';
import config from './payload.config.js';

const FIELDS = ['name', 'surname', 'email', 'phone', 'role', 'company'];

const payload = await getPayload({ config });
const fields = FIELDS.map((name) => ({ blockType: name === 'email' ? 'email' : 'text', name, label: name, required: true }));
const { id } = await payload.create({ collection: 'forms', data: { title: 'Book a demo', fields } });
if (id !== 1) throw new Error(`the form's id is ${id}`);
process.exit(0);

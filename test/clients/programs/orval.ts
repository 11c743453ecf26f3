// Hello world with orval.
import { createLead, listLeads } from './generated/orval/client';

const options = { headers: { 'X-API-Key': process.env['VAKWERK_API_KEY']! } };

const created = await createLead(
  { customerName: 'Jan Jansen', title: 'Leaking tap', phone: '06 12345678' },
  options,
);
if (created.status !== 201) throw new Error(`${created.status}: ${created.data.message}`);

const page = await listLeads({ status: ['request'] }, options);
const titles = page.status === 200 ? page.data.data.map((lead) => lead.title) : [];

const refused = await createLead({ customerName: 'Jan', title: '' }, options);
if (refused.status !== 400) throw new Error(`${refused.status}`);
const { statusCode, message } = refused.data;

console.log(JSON.stringify({ id: created.data.id, titles, statusCode, message }));

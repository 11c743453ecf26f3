// Hello world with @hey-api/openapi-ts.
import { createLead, listLeads } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';

client.setConfig({
  baseUrl: process.env['VAKWERK_URL']!,
  auth: process.env['VAKWERK_API_KEY']!,
});

const created = await createLead({
  body: { customerName: 'Jan Jansen', title: 'Leaking tap', phone: '06 12345678' },
});
if (!created.data) throw new Error(`${created.error.statusCode}: ${created.error.message}`);

const page = await listLeads({ query: { status: ['request'] } });
const titles = page.data?.data.map((lead) => lead.title);

const refused = await createLead({ body: { customerName: 'Jan', title: '' } });
const { statusCode, message } = refused.error!;

console.log(JSON.stringify({ id: created.data.id, titles, statusCode, message }));

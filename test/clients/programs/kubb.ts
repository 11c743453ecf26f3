// Hello world with kubb.
import { setConfig } from '@kubb/plugin-client/clients/fetch';
import { createLead, type CreateLead400, listLeads } from './generated/kubb';

setConfig({
  baseURL: process.env['VAKWERK_URL']!,
  headers: {
    'X-API-Key': process.env['VAKWERK_API_KEY']!,
    // kubb's fetch client sets none.
    'Content-Type': 'application/json',
  },
});

const created = await createLead({
  customerName: 'Jan Jansen',
  title: 'Leaking tap',
  phone: '06 12345678',
});
if (created.status !== 201) throw new Error(`${created.status}`);

const page = await listLeads({ status: ['request'] });
const titles = page.data.data.map((lead) => lead.title);

const refused = await createLead({ customerName: 'Jan', title: '' });
// kubb's fetch client does not type the bodies of errors.
const { statusCode, message } = refused.data as unknown as CreateLead400;

console.log(JSON.stringify({ id: created.data.id, titles, statusCode, message }));

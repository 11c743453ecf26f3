// Hello world with openapi-typescript and openapi-fetch.
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-fetch/schema';

const client = createClient<paths>({
  baseUrl: process.env['VAKWERK_URL']!,
  headers: { 'X-API-Key': process.env['VAKWERK_API_KEY']! },
});

const created = await client.POST('/v1/api/leads', {
  body: { customerName: 'Jan Jansen', title: 'Leaking tap', phone: '06 12345678' },
});
if (!created.data) throw new Error(`${created.response.status}: ${created.error.message}`);

const page = await client.GET('/v1/api/leads', { params: { query: { status: ['request'] } } });
const titles = page.data?.data.map((lead) => lead.title);

const refused = await client.POST('/v1/api/leads', { body: { customerName: 'Jan', title: '' } });
const { statusCode, message } = refused.error!;

console.log(JSON.stringify({ id: created.data.id, titles, statusCode, message }));

// The form as a Cloudflare Worker; wrangler.toml has its settings.
import { answer } from './form.js';

export default { fetch: (request, env) => answer(request, env) };

// The form as a Netlify function. Its settings are environment variables of the site.
import { answer } from '../../form.js';

export const config = { path: '/' };

export default (request) => answer(request, { ...process.env, FORM_PATH: config.path });

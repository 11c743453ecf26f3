import { defineConfig } from 'orval';

export default defineConfig({
  vakwerk: {
    input: './openapi.json',
    output: {
      target: './generated/orval/client.ts',
      client: 'fetch',
      baseUrl: { runtime: "process.env['VAKWERK_URL']" },
    },
  },
});

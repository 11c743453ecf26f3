import { defineConfig } from 'orval';

export default defineConfig({
  vakwerk: {
    input: {
      target: './openapi.json',
      override: {
        // Of several kinds of body, it sends files as no fetch takes them: the others are left out.
        transformer: (document) => {
          for (const methods of Object.values(document.paths ?? {})) {
            const content = methods?.post?.requestBody?.content;
            if (content?.['multipart/form-data'] && content['application/json']) {
              methods.post.requestBody.content = {
                'application/json': content['application/json'],
              };
            }
          }
          return document;
        },
      },
    },
    output: {
      target: './generated/orval/client.ts',
      client: 'fetch',
      baseUrl: { runtime: "process.env['VAKWERK_URL']" },
    },
  },
});

/** What an operator reads after the start. Only the very first one shows a key. */
export function welcomeText(url: string, key: string | null): string {
  const lines = [`Vakwerk is ready at ${url}`, `API reference: ${url}/docs`];
  if (key !== null) {
    lines.push(
      '',
      'This is a new installation. Its demo brand has one API key, shown this once:',
      '',
      `  ${key}`,
      '',
      'Create your first lead:',
      '',
      `  curl -X POST ${url}/v1/api/leads \\`,
      `    -H 'X-API-Key: ${key}' \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '{"customerName":"Jan Jansen","title":"Leaking tap","email":"jan@example.com","city":"Utrecht"}'`,
    );
  }
  return `${lines.join('\n')}\n`;
}

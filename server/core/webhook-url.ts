export interface WebhookWays {
  /** Plain http is for networks of the operator's own. */
  allowsHttp: boolean;
  ports: readonly number[];
}

type WebhookUrlReading = { url: string; refusal?: never } | { url?: never; refusal: string };

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80 };

/** Whether we would send to an address; who is behind it is for the guard to find out, each time. */
export function readWebhookUrl(text: string, ways: WebhookWays): WebhookUrlReading {
  const url = URL.parse(text);
  if (!url) return { refusal: 'must be an address such as https://example.com/hooks' };
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && ways.allowsHttp)) {
    return { refusal: 'must begin with https://' };
  }
  if (url.username !== '' || url.password !== '') {
    return { refusal: 'must hold no user name and no password' };
  }
  const port = url.port === '' ? defaultPorts[url.protocol]! : Number(url.port);
  if (!ways.ports.includes(port)) {
    return { refusal: `must have one of the ports ${ways.ports.join(', ')}, got ${port}` };
  }
  url.hash = '';
  return { url: url.href };
}

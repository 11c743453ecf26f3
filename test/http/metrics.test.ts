// The metrics page: access, and names that pass `promtool check metrics`.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { createMetrics } from '#http/metrics.ts';
import { renderError } from '#http/refusals/render-error.ts';
import { operationsRoutes } from '#http/routes/operations.ts';

const apps: { close(): Promise<void> }[] = [];
after(() => Promise.all(apps.map((app) => app.close())));

function pageOf(host: string, metricsToken: string | null) {
  const metrics = createMetrics();
  metrics.watchQueues(() => ({ intake: 0 }));
  const app = Fastify();
  app.setErrorHandler(renderError);
  operationsRoutes(app, {
    metrics,
    metricsToken,
    host,
    isClosing: () => false,
    writes: { isWritable: async () => true },
  });
  apps.push(app);
  return { app, metrics };
}

test('metrics reachable from other machines need a token', async () => {
  const cases: [host: string, token: string | null, sent: string | null, status: number][] = [
    ['127.0.0.1', null, null, 200],
    ['127.3.2.1', null, null, 200],
    ['::1', null, null, 200],
    ['localhost', null, null, 200],
    ['0.0.0.0', null, null, 403],
    ['::', null, null, 403],
    ['192.0.2.1', null, 'secret', 403],
    ['leads.example.com', null, null, 403],
    ['0.0.0.0', 'secret', null, 401],
    ['0.0.0.0', 'secret', 'secret', 200],
    ['127.0.0.1', 'secret', null, 401],
  ];
  for (const [host, token, sent, status] of cases) {
    const headers = sent === null ? {} : { authorization: `Bearer ${sent}` };
    const answer = await pageOf(host, token).app.inject({ url: '/metrics', headers });
    assert.equal(answer.statusCode, status, `${host} ${token} ${sent}`);
    assert.equal(answer.body.includes('# TYPE'), status === 200);
    const codes: Record<number, string> = {
      401: 'metrics_token_wrong',
      403: 'metrics_token_unset',
    };
    assert.equal(answer.headers['error-code'], codes[status]);
    if (status === 403) assert.match(answer.json().message, /METRICS_TOKEN must be set/);
    assert.equal((await pageOf(host, token).app.inject('/healthz')).statusCode, 200);
  }
});

test('names, types and help texts pass promtool’s rules', async () => {
  const { app, metrics } = pageOf('127.0.0.1', null);
  metrics.request('GET', '/', 200, 0.1);
  metrics.batch(1);
  metrics.action('createLeads', 0.1);
  metrics.commit(0.001);
  metrics.photo('stored');
  metrics.webhook('delivered');
  metrics.replicaRead(true);
  metrics.unloggedRequests(1);
  const { body } = await app.inject('/metrics');
  const types = new Map(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, n, t]) => [n!, t!] as const),
  );
  const helps = new Map(
    [...body.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, n, t]) => [n!, t!] as const),
  );
  assert.ok(types.size > 20);
  for (const [name, type] of types) {
    const problems = problemsOf(name, type, helps.get(name));
    assert.deepEqual(problems, [], name);
  }
  for (const [, name, labels = ''] of body.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/gm)) {
    const family = types.has(name!) ? name! : name!.replace(/_(bucket|sum|count)$/, '');
    assert.ok(types.has(family), `${name} has no type`);
    for (const [, label] of labels.matchAll(/(\w+)="/g)) {
      assert.match(label!, /^[a-z][a-z0-9_]*$/, `a label of ${name}`);
      assert.ok(label !== 'le' || types.get(family) === 'histogram', `le of ${name}`);
    }
  }
  assert.deepEqual(problemsOf('requests_ms', 'counter', ''), [
    'no help',
    'a counter without _total',
    'an abbreviated unit',
  ]);
});

const units =
  /_(?:(?:milli|micro|nano|kilo|mega|giga|kibi|mebi)\w+|minutes|hours|days|bits)(?:_|$)/;
const abbreviations = /_(?:s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d)(?:_|$)/;
const typeNames = /_(?:gauge|counter|summary|histogram|untyped)(?:_|$)/;

/** The rules of promtool's linter. */
function problemsOf(name: string, type: string, help: string | undefined): string[] {
  const isHistogram = type === 'histogram' || type === 'summary';
  const rules: [isBroken: boolean, problem: string][] = [
    [!help, 'no help'],
    [type === 'counter' && !name.endsWith('_total'), 'a counter without _total'],
    [type !== 'counter' && name.endsWith('_total'), 'no counter, and yet _total'],
    [!isHistogram && /_(count|sum|bucket)$/.test(name), 'the suffix of a histogram'],
    [typeNames.test(name), 'the type in the name'],
    [units.test(name), 'another unit than the base unit'],
    [abbreviations.test(name), 'an abbreviated unit'],
    [!/^[a-z][a-z0-9_]*$/.test(name), 'camel case, or a colon'],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

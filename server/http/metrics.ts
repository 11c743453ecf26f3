import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  request(method: string, route: string, status: number, seconds: number): void;
  batch(size: number): void;
  /** `commitSeconds` is 0 for an action that committed nothing. */
  action(name: string, seconds: number, commitSeconds: number): void;
  /** `outcome` is stored, postponed, or why it failed. */
  photo(outcome: string): void;
  /** `outcome` is delivered, or why it was not. */
  webhook(outcome: string): void;
  replicaRead(isReplica: boolean): void;
  /** Requests that could not be written down. */
  unloggedRequests(count: number): void;
  tableChecked(table: string, faults: number): void;
  /** Asked whenever the metrics are read, as are the queues. */
  watchDroppedLogLines(count: () => number): void;
  watchQueues(lengths: () => Record<string, number>): void;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vakwerk_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'vakwerk_lead_batch_size',
    help: 'Leads made in one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers: [registry],
  });
  const actions = new Histogram({
    name: 'vakwerk_action_seconds',
    help: 'Time an action took in its database thread, the commit included',
    labelNames: ['action'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const commits = new Histogram({
    name: 'vakwerk_commit_seconds',
    help: 'Time to bring a transaction to disk',
    buckets: secondsBuckets,
    registers: [registry],
  });
  const photos = new Counter({
    name: 'vakwerk_photos_total',
    help: 'Attempts to fetch a photo, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const webhooks = new Counter({
    name: 'vakwerk_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const lists = new Counter({
    name: 'vakwerk_replica_reads_total',
    help: 'Lists that could come from the replica, by who answered',
    labelNames: ['from'],
    registers: [registry],
  });
  const unlogged = new Counter({
    name: 'vakwerk_unlogged_requests_total',
    help: 'Requests that are missing in the log of requests',
    registers: [registry],
  });
  const faultsFound = new Gauge({
    name: 'vakwerk_database_faults',
    help: 'Faults in the SQLite file, by the last check of each table',
    labelNames: ['table'],
    registers: [registry],
  });
  return {
    registry,
    tableChecked: (table, faults) => faultsFound.set({ table }, faults),
    request: (method, route, status, seconds) =>
      requests.observe({ method, route, status }, seconds),
    batch: (size) => batches.observe(size),
    action(action, seconds, commitSeconds) {
      actions.observe({ action }, seconds);
      if (commitSeconds > 0) commits.observe(commitSeconds);
    },
    replicaRead: (isReplica) => lists.inc({ from: isReplica ? 'replica' : 'primary' }),
    photo: (outcome) => photos.inc({ outcome }),
    webhook: (outcome) => webhooks.inc({ outcome }),
    unloggedRequests: (count) => unlogged.inc(count),
    watchDroppedLogLines(count) {
      const lines = new Counter({
        name: 'vakwerk_log_lines_dropped_total',
        help: 'Lines of the log on standard output that could not be written',
        registers: [registry],
        collect() {
          lines.reset();
          lines.inc(count());
        },
      });
    },
    watchQueues(lengths) {
      const gauge = new Gauge({
        name: 'vakwerk_queue_length',
        help: 'What waits to be done',
        labelNames: ['queue'],
        registers: [registry],
        collect() {
          for (const [queue, length] of Object.entries(lengths())) gauge.set({ queue }, length);
        },
      });
    },
  };
}

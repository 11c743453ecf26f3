import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  request(method: string, route: string, status: number, seconds: number): void;
  batch(size: number): void;
  action(name: string, seconds: number): void;
  commit(seconds: number): void;
  commitsHang(areHanging: boolean): void;
  /** `outcome` is stored, postponed, or the error. */
  photo(outcome: string): void;
  /** `outcome` is delivered, or the error. */
  webhook(outcome: string): void;
  /** `outcome` is the state of the intake, rejected or failed. */
  mail(outcome: string): void;
  replicaRead(isReplica: boolean): void;
  /** Requests that are missing in the request log. */
  unloggedRequests(count: number): void;
  /** The clock in use was stepped: the database server's, or this machine's with SQLite. */
  clockStep(): void;
  /** Records dropped because a brand reached its quota. */
  dropped(kind: QuotaKind, count: number): void;
  /**
   * `evicted`: an idle one was closed; `full`: all slots were taken; `share`: its address had its
   * share.
   */
  connectionRefused(reason: 'evicted' | 'full' | 'share'): void;
  tableChecked(table: string, faults: number): void;
  // The callbacks below run at each scrape.
  /** The quota use of the fullest brand, as a ratio. */
  watchQuotas(fullest: () => Record<QuotaKind, number>): void;
  watchClock(differenceMs: () => number): void;
  watchConnections(count: () => number): void;
  watchDroppedLogLines(count: () => number): void;
  watchQueues(lengths: () => Record<string, number>): void;
}

const quotaKinds = ['requests', 'refused_leads', 'answers', 'photos'] as const;
type QuotaKind = (typeof quotaKinds)[number];

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
// A good disk commits in under a millisecond; DATABASE_WAIT_MS is 1.5 s or 10 s by default.
const commitBuckets = [0.0001, 0.00025, 0.0005, ...secondsBuckets.slice(0, -1), 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // promtool rejects these gauges, which are named like counters; the gauges by type hold the same
  // numbers.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }
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
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
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
    help: 'Time of each COMMIT, also of one that failed: to bring a transaction to disk',
    buckets: commitBuckets,
    registers: [registry],
  });
  const commitsHanging = new Gauge({
    name: 'vakwerk_commits_hanging',
    help: '1 while commits to PostgreSQL hang and writes are refused',
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
  const mails = new Counter({
    name: 'vakwerk_mails_total',
    help: 'Mails that came in by SMTP or from a mailbox, by what came of them',
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
  const clockSteps = new Counter({
    name: 'vakwerk_clock_steps_total',
    help: 'Steps of more than a second of the clock that counts: of the database server, or of this machine with SQLite',
    registers: [registry],
  });
  const refusedConnections = new Counter({
    name: 'vakwerk_connections_refused_total',
    help: 'Idle connections closed and requests refused for want of room, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'vakwerk_quota_dropped_total',
    help: 'What a brand had no room for: requests and refused leads that went early, answers and photos that were not kept',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of quotaKinds) dropped.inc({ kind }, 0);
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
    action: (action, seconds) => actions.observe({ action }, seconds),
    commit: (seconds) => commits.observe(seconds),
    commitsHang: (areHanging) => commitsHanging.set(areHanging ? 1 : 0),
    replicaRead: (isReplica) => lists.inc({ from: isReplica ? 'replica' : 'primary' }),
    photo: (outcome) => photos.inc({ outcome }),
    webhook: (outcome) => webhooks.inc({ outcome }),
    mail: (outcome) => mails.inc({ outcome }),
    unloggedRequests: (count) => unlogged.inc(count),
    clockStep: () => clockSteps.inc(),
    watchClock(differenceMs) {
      const gauge = new Gauge({
        name: 'vakwerk_clock_difference_seconds',
        help: 'How far the clock of this machine is ahead of the one that counts',
        registers: [registry],
        collect() {
          gauge.set(differenceMs() / 1000);
        },
      });
    },
    connectionRefused: (reason) => refusedConnections.inc({ reason }),
    watchConnections(count) {
      const gauge = new Gauge({
        name: 'vakwerk_connections',
        help: 'Open connections of clients',
        registers: [registry],
        collect() {
          gauge.set(count());
        },
      });
    },
    dropped: (kind, count) => dropped.inc({ kind }, count),
    watchQuotas(fullest) {
      const gauge = new Gauge({
        name: 'vakwerk_quota_used_ratio',
        help: 'How full the fullest brand is; of refused leads and answers, among those that this server has measured',
        labelNames: ['kind'],
        registers: [registry],
        collect() {
          for (const [kind, ratio] of Object.entries(fullest())) gauge.set({ kind }, ratio);
        },
      });
    },
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

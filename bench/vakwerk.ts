// The measured service, under the load of many callers.
import type { LoadResult } from './load.ts';
import { type Party, runLoad, startParty } from './processes.ts';

export const connections = 64;
const leadsPath = '/v1/api/leads';
// Far from the leads of the rounds, so that they have no customers in common.
const firstWarmUpLead = 50_000_000;
const leadsApart = 1_000_000;

export function startVakwerk(dataDir: string, env: Record<string, string> = {}): Promise<Party> {
  return startParty('server/main.js', [], {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  });
}

interface Listed {
  bytes: number;
  brandId: string;
}

/** A new installation under load, with its first key. */
export class Callers {
  readonly #server: Party;
  readonly #seconds: number;
  readonly #key: string;

  constructor(server: Party, seconds: number) {
    this.#server = server;
    this.#seconds = seconds;
    this.#key = /vk_\w+/.exec(server.output())![0];
  }

  /** Also fills the page that is listed afterwards. */
  async warmUp(): Promise<void> {
    await this.#load(this.#server, 'POST', firstWarmUpLead);
  }

  /** In a closed loop, or at a fixed rate. */
  async createLeads(round: number, perSecond?: number): Promise<LoadResult> {
    return allTaken(await this.#load(this.#server, 'POST', round * leadsApart, perSecond));
  }

  /** Sends the same requests to a baseline. */
  async createAt(party: Party): Promise<LoadResult> {
    return allTaken(await this.#load(party, 'POST', 0));
  }

  /** Lists the page that is measured. */
  async listOnce(): Promise<Listed> {
    const response = await fetch(`http://127.0.0.1:${this.#server.port}${leadsPath}`, {
      headers: { 'x-api-key': this.#key },
    });
    const body = await response.text();
    const { data } = JSON.parse(body) as { data: { brandId: string }[] };
    return { bytes: Buffer.byteLength(body), brandId: data[0]!.brandId };
  }

  /** Pages a second, alternating with a baseline that sends constant bytes. */
  async compareLists(bare: Party, rounds: number): Promise<Record<'vakwerk' | 'bare', number[]>> {
    const lists = { vakwerk: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      lists.bare.push((await this.#load(bare, 'GET', 0)).perSecond);
      lists.vakwerk.push((await this.#load(this.#server, 'GET', 0)).perSecond);
    }
    return lists;
  }

  #load(
    { port }: Party,
    method: 'GET' | 'POST',
    firstLead: number,
    perSecond?: number,
  ): Promise<LoadResult> {
    const [path, key, seconds] = [leadsPath, this.#key, this.#seconds];
    return runLoad({ port, method, path, key, connections, seconds, firstLead, perSecond });
  }
}

function allTaken(result: LoadResult): LoadResult {
  if (result.refusals > 0) throw new Error(`${result.refusals} creates were refused`);
  return result;
}

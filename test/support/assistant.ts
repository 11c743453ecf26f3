// An assistant, played by the protocol's own client. It starts `vakwerk mcp`, or sends to /mcp, and
// calls the tools. The command runs in this process, between two pipes; test/mcp/start.test.ts runs
// it as a process.
import { PassThrough } from 'node:stream';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { runCommandLine } from '../../cli/run-command-line.ts';
import { Kept } from './command-line.ts';

interface ToolResult {
  isError: boolean;
  /** The sentence for people. */
  text: string;
  // Tests look into answers freely; the client has checked them against the schema of the tool.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  /** The whole result as sent. */
  whole: string;
}

export interface Assistant {
  client: Client;
  /** Output beside the protocol. */
  stderr(): string;
  call(tool: string, input?: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

export const transports = ['stdio', 'http'] as const;
export type TransportName = (typeof transports)[number];

interface Place {
  url: string;
  key: string;
  over: TransportName;
  options?: ClientOptions;
}

export async function startAssistant({ url, key, over, options = {} }: Place): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const { stderr, end } = await (over === 'http' ? connect : start)(client, { url, key });
  return {
    client,
    stderr,
    async call(tool, input = {}) {
      const result = await client.callTool({ name: tool, arguments: input });
      const [first] = result.content;
      return {
        isError: result.isError === true,
        text: first?.type === 'text' ? first.text : '',
        data: result.structuredContent,
        whole: JSON.stringify(result),
      };
    },
    async close() {
      await client.close();
      await end();
    },
  };
}

interface Connected {
  stderr(): string;
  end(): Promise<unknown>;
}

type Server = Pick<Place, 'url' | 'key'>;

async function connect(client: Client, { url, key }: Server): Promise<Connected> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return { stderr: () => '', end: async () => {} };
}

async function start(client: Client, { url, key }: Server): Promise<Connected> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new Kept()];
  const terminal = { stdin, stdout, stderr };
  // A command that fails to start ends the connection.
  const ended = runCommandLine(['mcp', '--url', url], { VAKWERK_API_KEY: key }, terminal).finally(
    () => stdout.end(),
  );
  // Both directions are lines of JSON, so the server's transport serves the client too.
  await client.connect(new StdioServerTransport(stdout, stdin));
  return {
    stderr: () => stderr.text,
    end() {
      stdin.end();
      return ended;
    },
  };
}

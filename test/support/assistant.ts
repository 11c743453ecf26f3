// An assistant as the protocol's own client makes one: it starts `vakwerk mcp` and calls its tools.
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from './project-files.ts';

interface ToolResult {
  isError: boolean;
  /** The sentence for people. */
  text: string;
  // Tests look into answers freely; the client has checked them against the schema of the tool.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  /** Everything, as it was sent. */
  whole: string;
}

export interface Assistant {
  client: Client;
  /** What the program has printed beside the protocol. */
  stderr(): string;
  call(tool: string, input?: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

interface Place {
  url: string;
  key: string;
  options?: ClientOptions;
}

export async function startAssistant({ url, key, options = {} }: Place): Promise<Assistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['cli/vakwerk.js', 'mcp', '--url', url],
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', VAKWERK_KEY: key },
    stderr: 'pipe',
  });
  let printed = '';
  transport.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(transport);
  return {
    client,
    stderr: () => printed,
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
    close: () => client.close(),
  };
}

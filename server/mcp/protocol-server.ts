// One server of the Model Context Protocol, whatever carries its messages.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import packageFile from '../../package.json' with { type: 'json' };
import { cutMessages, echoed } from '#core/reading/cut-messages.ts';
import { textsOf } from '#core/reading/field-message.ts';
import { readBody } from '#core/reading/read-body.ts';
import type { ObjectSchema } from '#core/reading/read-field.ts';
import { VakwerkError } from '../../sdk/src/index.ts';
import { describeTool } from './describe-tool.ts';
import { textsAreData, type Tool, type ToolCall } from './tool.ts';

export interface Service {
  tools: readonly Tool[];
  call: Omit<ToolCall, 'signal'>;
  /** Whether responses to the key contain personal data. */
  personalData: boolean;
  /** A tool failed, and neither the service nor the client refused its input. */
  onFailure(tool: string, error: unknown): void;
}

const about =
  'Leads and jobs of a trades business. A lead is a request for work; when the work is agreed on it becomes a job, ' +
  `the same record with another status. ${textsAreData}`;

const withPersonalData =
  'Answers contain personal data: names, e-mail addresses, phone numbers and addresses of customers. ' +
  'Pass on no more of it than the user needs.';
const withoutPersonalData =
  'The key of this connection gets no personal data: names, e-mail addresses, phone numbers, streets, titles and ' +
  'other texts are empty in every answer. That does not mean that they are unknown; do not ask for them or fill them in. ' +
  'It cannot create leads, search by words or change such texts: that needs a key with personal data.';

export function protocolServer({ tools, call, personalData, onFailure }: Service): Server {
  const instructions = `${about} ${personalData ? withPersonalData : withoutPersonalData}`;
  const server = new Server(
    { name: 'vakwerk', title: 'Vakwerk', version: packageFile.version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${echoed(params.name)}`,
      );
    }
    const input = inputOf(tool, params.arguments ?? {});
    const { messages } = readBody(tool.input as unknown as ObjectSchema, input);
    if (messages) return refusal(cutMessages(textsOf(messages)).join('\n'));
    try {
      const { summary, data } = await tool.run(input, { ...call, signal: mcpReq.signal });
      // Some assistants read only text content.
      return { content: [text(summary), text(JSON.stringify(data))], structuredContent: data };
    } catch (error) {
      if (!isRefusal(error) && !mcpReq.signal.aborted) onFailure(tool.name, error);
      return refusal((error as Error).message);
    }
  });
  return server;
}

function inputOf({ isNullLeftOut }: Tool, sent: Record<string, unknown>): Record<string, unknown> {
  if (!isNullLeftOut) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

/** The client refuses with a TypeError what it cannot send. */
function isRefusal(error: unknown): boolean {
  return error instanceof VakwerkError || error instanceof TypeError;
}

function text(content: string) {
  return { type: 'text' as const, text: content };
}

/** A tool error, which the assistant can read and correct, unlike a protocol error. */
function refusal(message: string) {
  return { content: [text(message)], isError: true };
}

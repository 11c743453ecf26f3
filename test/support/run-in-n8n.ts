// Runs the workflow with n8n's own engine and nodes, in a separate process, because they change
// globals. The form, the key and the URL come from the environment; the service's response is
// printed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { N8N_PACKAGES, WORKFLOW_FILE, LEADS_URL, API_KEY, ANSWERS } = process.env as Record<
  string,
  string
>;
// oxlint-disable-next-line typescript/no-explicit-any
const load = (name: string): any => createRequire(join(N8N_PACKAGES!, 'any.js'))(name);
load('reflect-metadata');
const { WorkflowExecute, ExecutionLifecycleHooks } = load('n8n-core');
const { Workflow, NodeHelpers } = load('n8n-workflow');
const nodeOf = (file: string, name: string) =>
  new (load(`n8n-nodes-base/dist/nodes/${file}.node.js`)[name])();

const kinds: Record<string, unknown> = {
  'n8n-nodes-base.formTrigger': nodeOf('Form/FormTrigger', 'FormTrigger'),
  'n8n-nodes-base.httpRequest': nodeOf('HttpRequest/HttpRequest', 'HttpRequest'),
};
const nodeTypes = {
  getByName: (name: string) => kinds[name],
  getByNameAndVersion: (name: string, version?: number) =>
    NodeHelpers.getVersionedNodeType(kinds[name], version),
  getKnownTypes: () => ({}),
};

// The reader's manual steps: 2 and 3 of examples/n8n/README.md.
const file = JSON.parse(readFileSync(WORKFLOW_FILE!, 'utf8'));
const request = file.nodes.find(({ name }: { name: string }) => name === 'Create lead');
request.parameters.url = LEADS_URL;
request.credentials = { httpHeaderAuth: { id: '1', name: 'Key' } };
const credentialsHelper = {
  getParentTypes: () => [],
  isCredentialUsableByNode: () => true,
  getDecrypted: async () => ({ name: 'X-API-Key', value: API_KEY }),
};

const execution = { id: '17', workflow: { ...file, id: 'w1', active: true } };
const workflow = new Workflow({ ...execution.workflow, nodeTypes });
const surroundings = {
  credentialsHelper,
  executionId: execution.id,
  currentNodeExecutionIndex: 0,
  variables: {},
  hooks: new ExecutionLifecycleHooks('trigger', execution.id, execution.workflow),
  setExecutionStatus() {},
  sendDataToUI() {},
};
const submission = {
  node: workflow.getNode('Form'),
  data: { main: [[{ json: JSON.parse(ANSWERS!) }]] },
  source: null,
};
const begun = {
  startData: {},
  resultData: { runData: {} },
  executionData: {
    contextData: {},
    metadata: {},
    waitingExecution: {},
    waitingExecutionSource: {},
    nodeExecutionStack: [submission],
  },
};
const { status, data } = await new WorkflowExecute(
  surroundings,
  'trigger',
  begun,
).processRunExecutionData(workflow);
assert.equal(status, 'success', data.resultData.error);
const [[answered]] = data.resultData.runData[request.name][0].data.main;
console.log(`\nanswered ${JSON.stringify(answered.json)}`);
process.exit();

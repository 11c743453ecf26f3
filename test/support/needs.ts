// Why a test is skipped where a tool is missing. The run ends with a line for each.
const commands = {
  'a browser': 'apt-get install chromium-headless-shell, or npx playwright install chromium',
  cc: 'apt-get install gcc libc6-dev',
  curl: 'apt-get install curl',
  dovecot: 'apt-get install dovecot-imapd',
  haproxy: 'apt-get install haproxy',
  pgbouncer: 'apt-get install pgbouncer',
  php: 'apt-get install php-cli php-curl',
  python3: 'apt-get install python3',
  prlimit: 'apt-get install util-linux',
  setpriv: 'apt-get install util-linux',
  Deno: 'npm install --global deno',
  Bun: 'npm install --global bun',
  workerd: 'npm install --global workerd',
  'the MCP inspector': 'npm install --global @modelcontextprotocol/inspector',
  'a second Node': 'install Node 20 or later besides the one that npm brings',
  'an old Node': 'install Node 20 besides the one that npm brings',
  n8n: '.ci/get-tools shows how to fill a folder for N8N_PACKAGES',
  'client generators': '.ci/get-tools shows how to fill a folder for CLIENT_TOOLS',
  root: 'run the tests as root',
  mount: 'run the tests as a root that may mount (docker run --privileged)',
  bubblewrap: 'apt-get install bubblewrap, and run the tests where namespaces are allowed',
  strace: 'apt-get install strace, and run the tests as root',
  script: 'apt-get install bsdutils (elsewhere util-linux)',
  'a folder for libraries': 'set TMPDIR to a folder on a file system that is not mounted noexec',
  Linux: 'run the tests on Linux',
  'file modes': 'run the tests on Linux or macOS',
};

export type Tool = keyof typeof commands;

export function needs(tool: Tool): string {
  return `needs ${tool}: ${commands[tool]}`;
}

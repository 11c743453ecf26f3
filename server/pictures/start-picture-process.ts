// Starts a process for pictures with as little as it needs: memory, files, environment, priority.
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sandboxFor, sendFilter } from './confinement.ts';
import { projectFile } from '#runtime/program.js';

export interface ProcessLimits {
  /** The only folder with files it may open, besides the program's own. */
  folder: string;
  memoryMbMax: number;
  /** In a sandbox: see confinement.ts. */
  isConfined: boolean;
}

// Leads go first.
const niceness = 10;
// When the machine runs out of memory, the system should end this process and not the server.
const outOfMemoryScore = 800;
const heapMbMax = 64;
const youngGenerationMbMax = 1;
// Of each thread, and each counts in full. The usual 8 MB would take a fifth of the memory.
const stackKb = 2_048;
const mallocKeepsBytesMax = 256 * 1024;

const program = fileURLToPath(projectFile('server/pictures/picture-process.js'));
const pictureFolder = fileURLToPath(projectFile('server/pictures/'));
const rpcFile = fileURLToPath(projectFile('server/runtime/serve-rpc.js'));
const packageFile = fileURLToPath(projectFile('package.json'));
// Where the packages are, and how they are reached: a folder of packages may be a link.
const libraryFolders = [
  fileURLToPath(projectFile('node_modules/')),
  fileURLToPath(import.meta.resolve('sharp').replace(/(.*?\/node_modules\/).*/, '$1')),
];

export function startPictureProcess(limits: ProcessLimits): ChildProcess {
  const { folder, memoryMbMax, isConfined } = limits;
  const read = [pictureFolder, rpcFile, packageFile, ...libraryFolders];
  const command = [
    ...(isConfined ? sandboxFor({ read, write: [folder] }) : []),
    process.execPath,
    // Without machine code: the hundreds of MB that V8 reserves for it would count as memory in use, and
    // no page can be written and then run.
    '--jitless',
    '--single-threaded',
    `--max-old-space-size=${heapMbMax}`,
    `--max-semi-space-size=${youngGenerationMbMax}`,
    '--expose-gc',
    '--no-warnings',
    // Holds back this program's own code, not the decoders: no network, no processes, no other files.
    '--permission',
    '--allow-addons',
    ...[...read, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    program,
  ];
  const [file, ...parameters] =
    process.platform === 'linux' ? [...limitMemory(memoryMbMax), ...command] : command;
  const child = spawn(file!, parameters, {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', isConfined ? 'pipe' : 'ignore'],
    windowsHide: true,
  });
  if (isConfined) sendFilter(child);
  // At once: threads take the priority of the one that starts them.
  try {
    if (process.platform !== 'linux' && child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It works as well with the server's own.
  }
  return child;
}

/** The kernel's limit on private memory: what the decoders allocate counts, in whatever way they do it. */
function limitMemory(memoryMbMax: number): string[] {
  const script = [
    // For the sandbox, which ends by them: the process itself hears and ignores them, and the server decides.
    `trap '' INT TERM HUP`,
    'ulimit -c 0',
    `ulimit -s ${stackKb}`,
    `ulimit -d ${memoryMbMax * 1024}`,
    `{ echo ${outOfMemoryScore} >/proc/self/oom_score_adj; } 2>/dev/null`,
    // Here and not from outside: the sandbox starts others before it could be told.
    `exec nice -n ${niceness} "$0" "$@"`,
  ].join('; ');
  return ['/bin/sh', '-c', script];
}

/** None of the server's settings and secrets. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SYSTEMROOT'];
  return {
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
    // One picture is made at a time.
    UV_THREADPOOL_SIZE: '1',
    // For glibc: give back what is freed instead of keeping it, so that the memory for a picture does not
    // depend on those before it.
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: String(mallocKeepsBytesMax),
    MALLOC_TRIM_THRESHOLD_: String(mallocKeepsBytesMax),
  };
}

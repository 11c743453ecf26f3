// Starts a picture process with minimal memory, files, environment and priority.
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sandboxFor, sendFilter } from './confinement.ts';
import { projectFile } from '#runtime/program.js';

export interface ProcessLimits {
  /** The only folder whose files it may open, besides the program's own. */
  folder: string;
  memoryMbMax: number;
  /** Runs in a sandbox; see confinement.ts. */
  isConfined: boolean;
}

// Leads go first.
const niceness = 10;
// When memory runs out, the OOM killer should choose this process, not the server.
const outOfMemoryScore = 800;
const heapMbMax = 64;
const youngGenerationMbMax = 1;
// Per thread, and each counts in full. The usual 8 MB would take a fifth of the memory.
const stackKb = 2_048;
const mallocKeepsBytesMax = 256 * 1024;

const program = fileURLToPath(projectFile('server/pictures/picture-process.js'));
const pictureFolder = fileURLToPath(projectFile('server/pictures/'));
const rpcFile = fileURLToPath(projectFile('server/runtime/serve-rpc.js'));
const packageFile = fileURLToPath(projectFile('package.json'));
// Both the link and its target: node_modules may be a symbolic link.
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
    // No JIT: the hundreds of MB that V8 reserves for code would count as memory in use, and no page
    // needs to be writable and executable.
    '--jitless',
    '--single-threaded',
    `--max-old-space-size=${heapMbMax}`,
    `--max-semi-space-size=${youngGenerationMbMax}`,
    '--expose-gc',
    '--no-warnings',
    // Restricts only JavaScript, not the decoders: no network, no processes, no other files.
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
  // Immediately: new threads inherit the priority.
  try {
    if (process.platform !== 'linux' && child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It also works with the server's priority.
  }
  return child;
}

/** Limits private memory with RLIMIT_DATA, which covers every way the decoders allocate. */
function limitMemory(memoryMbMax: number): string[] {
  const script = [
    // For the sandbox, which these signals would end; the process itself ignores
    // them, and the server decides.
    `trap '' INT TERM HUP`,
    'ulimit -c 0',
    `ulimit -s ${stackKb}`,
    `ulimit -d ${memoryMbMax * 1024}`,
    `{ echo ${outOfMemoryScore} >/proc/self/oom_score_adj; } 2>/dev/null`,
    // Here and not from outside: the sandbox forks before a priority could be set.
    `exec nice -n ${niceness} "$0" "$@"`,
  ].join('; ');
  return ['/bin/sh', '-c', script];
}

/** Passes on none of the server's settings and secrets. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SYSTEMROOT'];
  return {
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
    // A process makes one picture at a time.
    UV_THREADPOOL_SIZE: '1',
    // glibc: return freed memory to the system, so that the limit of a picture does
    // not depend on earlier ones.
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: String(mallocKeepsBytesMax),
    MALLOC_TRIM_THRESHOLD_: String(mallocKeepsBytesMax),
  };
}

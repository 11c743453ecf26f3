// A seccomp filter (classic BPF) that refuses system calls a decoder never needs: network, access to
// other processes, mounts, kernel modules, and new, often attacked kernel interfaces.

interface Machine {
  /** The kernel's AUDIT_ARCH_… value: call numbers differ for 32-bit programs. */
  audit: number;
  column: 0 | 1;
}

const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

/** System call numbers on x64 and on arm64. */
export const refusedCalls = {
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  personality: [135, 92],
} as const satisfies Record<string, readonly [number, number]>;

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const returnValue = 0x06;
const callOffset = 0;
const machineOffset = 4;
const kill = 0x8000_0000;
const refuse = 0x0005_0001;
const allow = 0x7fff_0000;
// Calls with this bit use the x32 ABI.
const x32Bit = 0x4000_0000;
const instructionBytes = 8;

/** Returns null on architectures whose call numbers are not listed. */
export function seccompFilter(architecture: NodeJS.Architecture = process.arch): Buffer | null {
  const machine = machines[architecture];
  if (!machine) return null;
  const numbers = Object.values(refusedCalls).map((call) => call[machine.column]);
  // Each instruction: opcode, jump if true, jump if false, operand. The last two return the verdict.
  const program: [number, number, number, number][] = [
    [loadWord, 0, 0, machineOffset],
    [jumpIfEqual, 1, 0, machine.audit],
    [returnValue, 0, 0, kill],
    [loadWord, 0, 0, callOffset],
    [jumpIfAtLeast, numbers.length + 1, 0, x32Bit],
    ...numbers.map((number, at): [number, number, number, number] => [
      jumpIfEqual,
      numbers.length - at,
      0,
      number,
    ]),
    [returnValue, 0, 0, allow],
    [returnValue, 0, 0, refuse],
  ];
  const bytes = Buffer.alloc(program.length * instructionBytes);
  for (const [at, [code, ifTrue, ifFalse, value]] of program.entries()) {
    const offset = at * instructionBytes;
    bytes.writeUInt16LE(code, offset);
    bytes.writeUInt8(ifTrue, offset + 2);
    bytes.writeUInt8(ifFalse, offset + 3);
    bytes.writeUInt32LE(value, offset + 4);
  }
  return bytes;
}

// The picture sandbox, inspected from outside and from inside.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { sandboxFor, sendFilter, whyNoSandbox } from '#pictures/confinement.ts';
import { whyNoConfinedProcess } from '#pictures/try-sandbox.ts';
import { refusedCalls, seccompFilter } from '#pictures/seccomp-filter.ts';
import { needs } from '../support/needs.ts';
import { photo } from '../support/picture-files.ts';
import { pictureProcessesOf, TestPictures } from '../support/picture-maker.ts';
import { eventually } from '../support/within.ts';

const onLinux = process.platform === 'linux' ? false : needs('Linux');
const skip = (await whyNoSandbox()) === null ? false : needs('bubblewrap');

test(
  'a picture process has no network, no rights, and no sight of anything else',
  { skip },
  async (t) => {
    const pictures = new TestPictures();
    t.after(() => pictures.close());
    assert.equal((await pictures.make(await photo(40, 30).jpeg().toBuffer())).made.width, 40);
    const [{ pid } = { pid: 0 }] = pictureProcessesOf(process.pid);
    for (const space of ['net', 'pid', 'mnt', 'ipc', 'uts', 'user']) {
      const of = (one: number | string) => readlinkSync(`/proc/${one}/ns/${space}`);
      assert.notEqual(of(pid), of('self'), space);
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    assert.match(status, /^Seccomp:\t2$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.match(status, /^CapEff:\t0+$/m);
    const root = `/proc/${pid}/root`;
    assert.ok(existsSync(join(root, pictures.folder)));
    for (const hidden of ['/etc/passwd', '/proc', '/root', '/var', import.meta.filename]) {
      assert.ok(!existsSync(root + hidden), hidden);
    }
  },
);

test('the filter refuses sockets, and only the folder is writable', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-confined-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { connect } from 'node:net';
    import { writeFileSync } from 'node:fs';
    const codeOf = (work) => { try { work(); return 'done'; } catch ({ code }) { return code; } };
    const socket = connect(1, '127.0.0.1');
    socket.on('error', ({ code }) => process.stdout.write(JSON.stringify({
      socket: code,
      inside: codeOf(() => writeFileSync(${JSON.stringify(join(folder, 'made'))}, '')),
      outside: codeOf(() => writeFileSync('/usr/made', '')),
      user: process.getuid(),
    })));`,
  );
  const [file, ...parameters] = [
    ...sandboxFor({ read: [], write: [folder] }),
    process.execPath,
    script,
  ];
  const child = spawn(file!, parameters, {
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe'],
  });
  sendFilter(child);
  const [said] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  assert.deepEqual(JSON.parse(said), {
    socket: 'EPERM',
    inside: 'done',
    outside: 'EROFS',
    user: 65_534,
  });
});

test('a system without a sandbox says why', async () => {
  const reason = await withPath('/nowhere', whyNoSandbox);
  assert.match(reason ?? '', /not installed|Linux only/);
});

test(
  'a sandbox in which the program does not start is left, and tried again',
  { skip: onLinux },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'vakwerk-sandbox-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const mended = join(folder, 'mended');
    const script = `#!/bin/sh
      case "$*" in *picture-process.js) [ -e ${mended} ] || { echo canary >&2; exit 1; };; esac
      while [ "$1" != -- ]; do shift; done
      shift
      exec "$@"`;
    writeFileSync(join(folder, 'bwrap'), script, { mode: 0o755 });
    await withPath(`${folder}:${process.env['PATH']}`, async () => {
      assert.equal(await whyNoConfinedProcess({ folder, memoryMbMax: 400 }), 'code 1 canary');
      const heard: (string | null)[] = [];
      const pictures = new TestPictures({
        sandboxRetryMs: [0, 0],
        // So that each picture has its own process.
        idleMsMax: 0,
        onSandbox: (reason) => void heard.push(reason),
      });
      t.after(() => pictures.close());
      const file = await photo(40, 30).jpeg().toBuffer();
      const make = async () => {
        assert.equal((await pictures.make(file)).made.width, 40);
        await eventually(async () => pictureProcessesOf(process.pid).length === 0);
      };
      await make();
      // Retried, failed again, and logged once.
      await make();
      assert.deepEqual(heard, ['code 1 canary']);
      writeFileSync(mended, '');
      await make();
      assert.deepEqual(heard, ['code 1 canary', null]);
      // From here on a failure is final: pictures are not made without the sandbox.
      rmSync(mended);
      await assert.rejects(pictures.make(file), { code: 'storage_failed', isTransient: true });
    });
  },
);

async function withPath<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.env['PATH'];
  process.env['PATH'] = path;
  try {
    return await work();
  } finally {
    process.env['PATH'] = before;
  }
}

for (const [architecture, audit, column] of [
  ['x64', 0xc000003e, 0],
  ['arm64', 0xc00000b7, 1],
] as const) {
  test(`the filter for ${architecture} refuses exactly the named calls`, () => {
    const program = seccompFilter(architecture)!;
    const refused = new Set<number>(Object.values(refusedCalls).map((call) => call[column]));
    for (let call = 0; call < 500; call++) {
      assert.equal(run(program, call, audit), refused.has(call) ? 0x0005_0001 : 0x7fff_0000);
    }
    assert.equal(run(program, 0x4000_0000, audit), 0x0005_0001);
    assert.equal(run(program, 0, 0x4000_0003), 0x8000_0000);
  });
}

test('other architectures have no filter', () => {
  assert.equal(seccompFilter('riscv64'), null);
});

/** Runs a seccomp filter as the kernel does. */
function run(program: Buffer, call: number, audit: number): number {
  const data: Record<number, number> = { 0: call, 4: audit };
  let word = 0;
  for (let at = 0; ; at++) {
    const [code, value] = [program.readUInt16LE(at * 8), program.readUInt32LE(at * 8 + 4)];
    const [ifSo, ifNot] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)];
    if (code === 0x06) return value;
    if (code === 0x20) word = data[value]!;
    else at += (code === 0x15 ? word === value : word >= value) ? ifSo : ifNot;
  }
}

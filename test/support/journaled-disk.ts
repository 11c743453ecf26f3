// A disk that loses power. A journal records writes and fsyncs of the files in a folder, and so
// what is left of them after a power cut at any moment.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileName, type JournalRecord, readJournal } from './disk-journal.ts';
import { compilePreload } from './preload.ts';

interface DiskOptions {
  /** Holds the journal, and copies of the folder. */
  scratch: string;
  folder: string;
  /** A file that other processes write too: it is recorded whole at each fsync. */
  whole?: string;
  /**
   * As on ext4 and XFS: any fsync also persists earlier creations, renames and removals, in any
   * folder.
   */
  storesNamesInOrder?: boolean;
}

export interface PowerCut {
  /** A position in the journal; later records have not happened. */
  at: number;
  into: string;
  /** Whether an unflushed page reached the disk; none does by default. */
  survives?: () => boolean;
  /** An fsync that the program is assumed to have forgotten. */
  isForgotten?: (flush: JournalRecord) => boolean;
}

const pageBytes = 4096;
const nameKinds = new Set(['create', 'folder', 'remove', 'move', 'link']);

export class JournaledDisk {
  /** For the processes that write to the folder. */
  readonly env: Record<string, string>;
  readonly #options: DiskOptions;
  readonly #journal: string;
  readonly #base: string;
  #filesOfBase = new Map<string, string>();

  constructor(options: DiskOptions) {
    this.#options = options;
    this.#journal = join(options.scratch, 'journal');
    this.#base = join(options.scratch, 'base');
    this.env = {
      LD_PRELOAD: compilePreload(options.scratch, 'journal-writes.c'),
      JOURNAL: this.#journal,
      JOURNALED: options.folder,
      ...(options.whole && { JOURNALED_WHOLE: options.whole }),
      // io_uring writes would bypass the library.
      UV_USE_IO_URING: '0',
    };
    this.begin();
  }

  /**
   * Declares the folder's current content flushed, and empties the journal. Nothing may write
   * meanwhile.
   */
  begin(): void {
    writeFileSync(this.#journal, '');
    chmodSync(this.#journal, 0o666);
    copyFolder(this.#options.folder, this.#base);
    this.#filesOfBase = new Map(inodesIn(this.#options.folder));
  }

  records(): JournalRecord[] {
    const records = readJournal(this.#journal);
    const unseen = records.find(({ kind }) => kind === 'unseen');
    assert.equal(unseen, undefined, `${unseen?.path} is written in a way that is not recorded`);
    return records;
  }

  /** Turns the folder `into` what the disk would hold. */
  cut(all: readonly JournalRecord[], { at, into, survives = () => false, isForgotten }: PowerCut) {
    const records = all.filter(({ position }) => position < at);
    copyFolder(this.#base, into);
    const flushed = new Flushed(
      records.filter((record) => !isForgotten?.(record)),
      this.#options.storesNamesInOrder ?? false,
    );
    const names = records.filter(({ kind }) => nameKinds.has(kind));
    const unflushed = names.filter((record) => !flushed.hasName(record.path, record));
    // Names become durable in the order they were made.
    const lostFrom = unflushed.findIndex(() => !survives());
    const lost = new Set(lostFrom < 0 ? [] : unflushed.slice(lostFrom));
    const disk = new RebuiltFolder(into, this.#options.folder);
    disk.know(records, this.#filesOfBase);
    for (const record of records) {
      if (nameKinds.has(record.kind)) {
        const isKept = (path: string) => flushed.hasName(path, record) || !lost.has(record);
        disk.changeName(record, isKept);
      } else if (record.kind === 'whole') {
        if (!isForgotten?.(record)) disk.replace(record);
      } else if (record.kind === 'write' || record.kind === 'length') {
        disk.change(record, flushed.hasBytes(record) ? () => true : survives);
      }
    }
    disk.close();
    const { uid, gid } = statSync(this.#base);
    execFileSync('chown', ['-R', `${uid}:${gid}`, into]);
  }
}

/** How far an fsync has reached. */
class Flushed {
  readonly #files = new Map<string, number>();
  readonly #folders = new Map<string, number>();
  #anything = 0;
  readonly #inOrder: boolean;

  constructor(records: readonly JournalRecord[], inOrder: boolean) {
    this.#inOrder = inOrder;
    for (const { file, path, at } of records.filter(({ kind }) => kind === 'sync')) {
      this.#files.set(file, Math.max(at, this.#files.get(file) ?? 0));
      this.#folders.set(path, Math.max(at, this.#folders.get(path) ?? 0));
      this.#anything = Math.max(at, this.#anything);
    }
  }

  hasBytes({ file, position }: JournalRecord): boolean {
    return position < (this.#files.get(file) ?? 0);
  }

  hasName(path: string, { position }: JournalRecord): boolean {
    const reached = this.#inOrder ? this.#anything : this.#folders.get(dirname(path));
    return position < (reached ?? 0);
  }
}

/** Files are stored by inode, whatever their names. */
class RebuiltFolder {
  readonly #into: string;
  readonly #folder: string;
  readonly #inodes: string;
  readonly #open = new Map<string, number>();

  constructor(into: string, folder: string) {
    this.#into = into;
    this.#folder = folder;
    this.#inodes = `${into}.inodes`;
    rmSync(this.#inodes, { recursive: true, force: true });
    mkdirSync(this.#inodes);
  }

  /** The files that existed before. */
  know(records: readonly JournalRecord[], files: ReadonlyMap<string, string>): void {
    for (const file of new Set(records.map((record) => record.file))) {
      const path = files.get(file);
      if (path === undefined) continue;
      linkSync(this.#pathFor(path), join(this.#inodes, file));
      this.#open.set(file, openSync(join(this.#inodes, file), 'r+'));
    }
  }

  changeName(record: JournalRecord, isKept: (path: string) => boolean): void {
    const { kind, path, file } = record;
    if (kind === 'create') {
      this.#make(file);
      if (isKept(path)) this.#name(file, path);
    } else if (kind === 'folder') {
      if (isKept(path)) mkdirSync(this.#pathFor(path), { recursive: true, mode: 0o700 });
    } else if (kind === 'remove') {
      if (isKept(path)) rmSync(this.#pathFor(path), { recursive: true, force: true });
    } else {
      const to = record.data.toString();
      if (isKept(to)) this.#name(file, to, path);
      if (kind === 'move' && isKept(path)) rmSync(this.#pathFor(path), { force: true });
    }
  }

  change({ kind, file, at, data }: JournalRecord, isKept: () => boolean): void {
    const descriptor = this.#open.get(file);
    if (descriptor === undefined) return;
    if (kind === 'length') {
      if (isKept()) ftruncateSync(descriptor, at);
      return;
    }
    for (let from = 0; from < data.length;) {
      const to = Math.min(data.length, from + pageBytes - ((at + from) % pageBytes));
      if (isKept()) writeSync(descriptor, data, from, to - from, at + from);
      from = to;
    }
  }

  /** Another process may have created it. */
  replace({ file, data }: JournalRecord): void {
    const descriptor = this.#open.get(file) ?? this.#make(file);
    ftruncateSync(descriptor, data.length);
    writeSync(descriptor, data, 0, data.length, 0);
  }

  close(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor);
    rmSync(this.#inodes, { recursive: true });
  }

  #make(file: string): number {
    const descriptor = openSync(join(this.#inodes, file), 'w+', 0o600);
    this.#open.set(file, descriptor);
    return descriptor;
  }

  #pathFor(path: string): string {
    return this.#into + path.slice(this.#folder.length);
  }

  /** A name whose creation was not recorded, such as a folder's, keeps its old path only. */
  #name(file: string, path: string, oldPath?: string): void {
    const to = this.#pathFor(path);
    if (!existsSync(dirname(to))) return;
    if (this.#open.has(file)) {
      rmSync(to, { force: true });
      linkSync(join(this.#inodes, file), to);
    } else if (oldPath !== undefined && existsSync(this.#pathFor(oldPath))) {
      renameSync(this.#pathFor(oldPath), to);
    }
  }
}

function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

function inodesIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [fileName(String(statSync(path).ino)), path];
    });
}

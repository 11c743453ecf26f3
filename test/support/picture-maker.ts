// A picture maker with its own folder, and a view of its processes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPictureMaker, type PictureMakerOptions } from '#pictures/picture-maker.ts';

export class TestPictures {
  readonly folder = mkdtempSync(join(tmpdir(), 'vakwerk-pictures-'));
  readonly errors: Error[] = [];
  readonly maker;
  #files = 0;

  constructor(options: Partial<PictureMakerOptions> = {}) {
    const onError = (error: Error) => void this.errors.push(error);
    this.maker = createPictureMaker({ folder: this.folder, processes: 1, onError, ...options });
  }

  /** Writes the file and makes a picture of it. */
  async make(file: Buffer, signal?: AbortSignal) {
    const paths = this.put(file);
    const made = await this.maker.make({ ...paths, signal });
    return {
      made,
      picture: readFileSync(paths.picture),
      thumbnail: readFileSync(paths.thumbnail),
    };
  }

  put(file: Buffer, owner = 'somebody') {
    this.#files += 1;
    const source = join(this.folder, `${this.#files}`);
    writeFileSync(source, file);
    return {
      source,
      picture: `${source}-picture`,
      thumbnail: `${source}-thumbnail`,
      owner,
    };
  }

  /** Its process writes the picture and then blocks: nothing reads the thumbnail's pipe. */
  putHalf(file: Buffer) {
    const paths = this.put(file);
    execFileSync('mkfifo', [paths.thumbnail]);
    return paths;
  }

  async close(): Promise<void> {
    await this.maker.close();
    rmSync(this.folder, { recursive: true });
  }
}

interface ProcessSeen {
  pid: number;
  serverPid: number;
  residentKb: number;
  niceness: number;
}

/** The picture processes of a server, as the system lists them. */
export function pictureProcessesOf(serverPid: number): ProcessSeen[] {
  return pictureProcesses().filter((one) => one.serverPid === serverPid);
}

export function pictureProcesses(): ProcessSeen[] {
  const columns = 'pid=,ppid=,rss=,nice=,args=';
  // Wide output, or program names may be cut off. An ended process has no name.
  const all = execFileSync('ps', ['-A', '-ww', '-o', columns], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().endsWith('picture-process.js'))
    .map((line) => {
      const [pid, parentPid, residentKb, niceness, file] = line.trim().split(/\s+/);
      const numbers = { residentKb: Number(residentKb), niceness: Number(niceness) };
      return { pid: Number(pid), parentPid: Number(parentPid), ...numbers, file };
    });
  // The sandbox adds two processes between the server and the decoder.
  const serverOf = (parentPid: number): number => {
    const parent = all.find(({ pid, file }) => pid === parentPid && file === 'bwrap');
    return parent ? serverOf(parent.parentPid) : parentPid;
  };
  return all
    .filter(({ file }) => file !== 'bwrap')
    .map(({ parentPid, file: _file, ...seen }) => ({ ...seen, serverPid: serverOf(parentPid) }));
}

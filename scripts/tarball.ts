// Packs files as a gzipped tar archive in the format of npm packages. The same files give the same
// bytes: all have the same time, owner and mode.
import { gzipSync } from 'node:zlib';

const blockBytes = 512;
const nameBytesMax = 100;
// npm's own packages have this time, because tools cannot handle 1970.
const mtimeSeconds = Date.UTC(1985, 9, 26, 8, 15) / 1000;
// gzip records the operating system; 255 means unknown.
const systemOffset = 9;
const systemUnknown = 255;

/** Contents by path within the package. */
export function tarball(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const blocks = [...files]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, content]) => [headerOf(`package/${path}`, content), padded(content)]);
  // Two empty blocks mark the end.
  const archive = Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]);
  const bytes = gzipSync(archive, { level: 9 });
  bytes[systemOffset] = systemUnknown;
  return bytes;
}

/** A header of the ustar format. Numbers are octal. */
function headerOf(path: string, content: Uint8Array): Buffer {
  if (Buffer.byteLength(path) > nameBytesMax) throw new Error(`the path is too long: ${path}`);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const header = Buffer.alloc(blockBytes);
  const checksumOffset = 148;
  const fields: [offset: number, text: string][] = [
    [0, path],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(content.length, 11)],
    [136, octal(mtimeSeconds, 11)],
    // The checksum is computed as if it were blank.
    [checksumOffset, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
  ];
  for (const [offset, text] of fields) header.write(text, offset);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, checksumOffset);
  return header;
}

function padded(content: Uint8Array): Buffer {
  const padding = (blockBytes - (content.length % blockBytes)) % blockBytes;
  return Buffer.concat([content, Buffer.alloc(padding)]);
}

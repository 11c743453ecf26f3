// Mails that are broken at random, each another one for the same seed.
import { seededRandom } from './seeded-random.ts';

export function mangledMails(seed: number, count: number): Buffer[] {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
  const manglings: ((number: number) => Buffer)[] = [
    // Any bytes.
    () => bytes(1 + below(2_000)),
    // Cut off anywhere.
    (number) => {
      const mail = sound(number);
      return mail.subarray(0, below(mail.length));
    },
    // A few bytes changed.
    (number) => {
      const mail = sound(number);
      for (let times = 1 + below(20); times > 0; times--) mail[below(mail.length)] = below(256);
      return mail;
    },
    // Bytes of another charset than the header says.
    (number) => Buffer.concat([headed(number, 'text/plain; charset=iso-2022-jp'), bytes(300)]),
    // Parts in parts.
    (number) => nested(number, 1 + below(200)),
    // Many parts.
    (number) => many(number, 1 + below(3_000)),
    // A huge header, or one without an end.
    (number) => Buffer.from(`Subject: ${number}${'x'.repeat(below(600_000))}`),
    (number) =>
      Buffer.from(`From: ${number}@example.com\r\n${'X: y\r\n'.repeat(below(5_000))}\r\n`),
    // An encoding that was not used.
    (number) =>
      Buffer.concat([
        headed(number, 'text/html', 'Content-Transfer-Encoding: base64'),
        Buffer.from('<p>%%%not base64%%%</p>\u{1f600}'),
      ]),
    // Dots, and line ends of every kind.
    (number) => Buffer.from(`From: ${number}@example.com\n\r\r\n..\r\n.\r.\n\r\n\n.\n`),
  ];
  return Array.from({ length: count }, (_, number) =>
    // Each has its number, because a mail that comes twice is taken in once.
    Buffer.concat([
      manglings[number % manglings.length]!(number),
      Buffer.from(`\r\n${seed}.${number}`),
    ]),
  );
}

function headed(number: number, contentType: string, ...more: string[]): Buffer {
  const lines = [
    `From: "Jan ${number}" <jan${number}@example.com>`,
    `Subject: =?utf-8?q?Lekkage_${number}?=`,
    `Message-ID: <${number}.${contentType.length}@example.com>`,
    'MIME-Version: 1.0',
    `Content-Type: ${contentType}`,
    ...more,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function sound(number: number): Buffer {
  const parts = [
    'Content-Type: text/plain',
    '',
    'Naam: Jan',
    'Telefoon: 06 1234 5678',
    '--b--',
    '',
  ];
  return Buffer.concat([
    headed(number, 'multipart/mixed; boundary=b'),
    Buffer.from(`--b\r\n${parts.join('\r\n')}`),
  ]);
}

function nested(number: number, depth: number): Buffer {
  const levels = Array.from({ length: depth }, (_, level) => level);
  const opened = levels.map(
    (level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
  );
  return Buffer.concat([
    headed(number, 'multipart/mixed; boundary=b0'),
    Buffer.from(`${opened.join('')}--b${depth}\r\n\r\nDiep.\r\n`),
  ]);
}

function many(number: number, count: number): Buffer {
  return Buffer.concat([
    headed(number, 'multipart/mixed; boundary=b'),
    Buffer.from('--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(count)),
  ]);
}

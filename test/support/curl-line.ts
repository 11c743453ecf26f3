// Parses a documented curl line as a shell and curl would. It refuses anything it does not know:
// then either the document or this file must change.

interface CurlCall {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | undefined;
}

type Variables = Record<string, string>;

export function readCurlLine(line: string, variables: Variables): CurlCall {
  const [command, ...words] = shellWords(line, variables);
  if (command !== 'curl') refuse(`"${command}" is not curl`);
  let method: string | undefined;
  let url: string | undefined;
  let body: string | undefined;
  const headers: [string, string][] = [];
  while (words.length > 0) {
    const word = words.shift()!;
    const value = () => words.shift() ?? refuse(`${word} without a value`);
    if (word === '-X') method = value();
    else if (word === '-H') headers.push(readHeader(value()));
    else if (word === '-d' && body === undefined) body = readBody(value());
    // The output file does not change the call.
    else if (word === '-o') value();
    else if (/^https?:/.test(word) && url === undefined) url = readUrl(word);
    else refuse(`"${word}" is not expected`);
  }
  if (url === undefined) return refuse('no address');
  const names = headers.map(([name]) => name.toLowerCase());
  if (body !== undefined && !names.includes('content-type')) {
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body };
}

const singleQuoted = /'([^']*)'/y;
const doubleQuoted = /"((?:[^"\\`]|\\["\\$`])*)"/y;
// Without characters that are special to a shell.
const bare = /[^\s'"\\`|&;<>()*?[\]{}#~!]+/y;

function shellWords(line: string, variables: Variables): string[] {
  const words: string[] = [];
  let position = 0;
  let word: string | undefined;
  const take = (shape: RegExp): string | undefined => {
    shape.lastIndex = position;
    const match = shape.exec(line);
    if (match) position = shape.lastIndex;
    return match?.[1] ?? match?.[0];
  };
  while (position < line.length) {
    if (take(/[ \t]+/y) !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece =
      take(singleQuoted) ??
      expand(take(doubleQuoted), variables)?.replace(/\\(["\\$`])/g, '$1') ??
      expand(take(bare), variables);
    word = (word ?? '') + (piece ?? refuse(`cannot read on at: ${line.slice(position)}`));
  }
  return word === undefined ? words : [...words, word];
}

function expand(text: string | undefined, variables: Variables): string | undefined {
  return text?.replace(/(?<!\\)\$(\w*)/g, (_, name: string) =>
    Object.hasOwn(variables, name) ? variables[name]! : refuse(`$${name} is not known`),
  );
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([\w-]+): ?(.+)$/.exec(text) ?? refuse(`"${text}" is no header`);
  return [name!, value!];
}

function readBody(text: string): string {
  return text.startsWith('@') ? refuse('a body from a file') : text;
}

// Special to curl, and not removed by a shell.
function readUrl(text: string): string {
  return /[[\]{}]/.test(text) ? refuse(`curl would not send ${text} as it is`) : text;
}

function refuse(reason: string): never {
  throw new Error(`this curl line cannot be read: ${reason}`);
}

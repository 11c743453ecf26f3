// A page of work items that have all the words asked for.
import type { Position } from '#core/cursor.ts';
import { isWalkingOnCheaper, type WalkSoFar, wordsForIndex } from '#core/search-plan.ts';
import { wordsOfWorkItem } from '#core/search-words.ts';
import type { Database } from './database.ts';
import {
  readWorkItemKey,
  selectWorkItems,
  type WorkItemKey,
  type WorkItemKeyRow,
  type WorkItemPageRequest,
} from './work-item-pages.ts';

const firstWalk = 100;
const indexRowsAtOnce = 200;

export async function searchWorkItemPage(
  db: Database,
  request: WorkItemPageRequest,
  words: readonly string[],
): Promise<WorkItemKey[]> {
  const wanted = request.limit + 1;
  const found: WorkItemKey[] = [];
  const hits = new Map(words.map((word) => [word, 0]));
  const walk: WalkSoFar = { walked: 0, found: 0, wanted, hits, total: await countAtMost(db) };

  let after = request.after;
  for (let size = firstWalk; ; size *= 2) {
    const rows = await readTexts(db, { ...request, after, limit: size - 1 }, []);
    for (const row of rows) {
      if (hasAllWords(row, words, hits) && found.push(readWorkItemKey(row)) === wanted)
        return found;
    }
    if (rows.length < size) return found;
    after = positionOf(rows.at(-1)!);
    walk.walked += rows.length;
    walk.found = found.length;
    if (!isWalkingOnCheaper(walk)) break;
  }

  const asked = wordsForIndex(walk);
  for (;;) {
    const page = { ...request, after, limit: indexRowsAtOnce - 1 };
    const rows = await readTexts(db, page, asked);
    for (const row of rows) {
      if (hasAllWords(row, words, hits) && found.push(readWorkItemKey(row)) === wanted)
        return found;
    }
    if (rows.length < indexRowsAtOnce) return found;
    after = positionOf(rows.at(-1)!);
  }
}

type TextRow = [...WorkItemKeyRow, ...texts: string[]];

// `indexWords` are looked up in the word index; without any the list is read as it stands.
function readTexts(
  db: Database,
  request: WorkItemPageRequest,
  indexWords: readonly string[],
): Promise<TextRow[]> {
  const texts = ['w.title', 'w.description', 'c.name', 'c.email', 'c.phone'];
  const source =
    indexWords.length === 0 ? undefined : { index: db.workItemSearch, words: indexWords };
  return db.rows(selectWorkItems(request, texts, source));
}

function hasAllWords(row: TextRow, asked: readonly string[], hits: Map<string, number>): boolean {
  const [, , , , , title, description, name, email, phone] = row as unknown as string[];
  const words = [
    ...wordsOfWorkItem(
      { title: title!, description: description! },
      { name: name!, email: email!, phone: phone! },
    ),
  ];
  let all = true;
  for (const word of asked) {
    if (words.some((own) => own.startsWith(word))) hits.set(word, hits.get(word)! + 1);
    else all = false;
  }
  return all;
}

function positionOf(row: TextRow): Position {
  const { id, sortValue } = readWorkItemKey(row);
  return { id, value: sortValue };
}

// The highest number ever given; of all brands, which is near enough to weigh two ways against each other.
async function countAtMost(db: Database): Promise<number> {
  const row = await db.first<{ total: number | null }>('select max(seq) as total from work_items');
  return row?.total ?? 0;
}

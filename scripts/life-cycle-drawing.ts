// The life cycle as an SVG. The layout is defined here, the arrows come from the table of status
// moves. A move that cannot be drawn is an error.
import type { Status } from '#contract/work-item-lists.ts';
import { movesFrom } from '#contract/work-item-moves.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const size = { width: 128, height: 40 };
const at = (x: number, y: number): Box => ({ x, y, ...size });

const boxes: Record<Status, Box> = {
  request: at(48, 88),
  contacted: at(48, 144),
  quote_sent: at(48, 200),
  inspection: at(48, 256),
  lost: at(48, 368),
  pending: at(344, 264),
  scheduled: at(344, 104),
  in_progress: at(576, 104),
  completed: at(788, 104),
  cancelled: at(592, 368),
};

// Open leads are drawn as one box: each can move to every other one, and all have the same exits.
const openLeads: Status[] = ['request', 'contacted', 'quote_sent', 'inspection'];
const openBox: Box = { x: 32, y: 56, width: 160, height: 256 };
const leadPhase: Box = { x: 16, y: 16, width: 192, height: 416 };
const jobPhase: Box = { x: 320, y: 16, width: 620, height: 416 };

type Place = Status | 'open';

interface Arrow {
  from: Place;
  to: Place;
}

/** Every move of the table, as an arrow or folded into the box of open leads. */
export function arrows(): Arrow[] {
  const drawn = new Map<string, Arrow>();
  for (const [from, targets] of Object.entries(movesFrom) as [Status, readonly Status[]][]) {
    for (const to of targets) {
      const arrow = { from: placeOf(from), to: placeOf(to) };
      if (arrow.from !== arrow.to) drawn.set(`${arrow.from} ${arrow.to}`, arrow);
    }
  }
  refuseUneven([...drawn.values()]);
  return [...drawn.values()];
}

function placeOf(status: Status): Place {
  return openLeads.includes(status) ? 'open' : status;
}

// A folded arrow stands for all open leads, so every one must have that move.
function refuseUneven(drawn: readonly Arrow[]): void {
  for (const lead of openLeads) {
    const targets = new Set(movesFrom[lead]);
    const others = openLeads.filter((other) => other !== lead);
    const wanted = drawn.filter(({ from }) => from === 'open').map(({ to }) => to as Status);
    const isEven = [...others, ...wanted].every((to) => targets.has(to));
    if (!isEven) throw new Error(`${lead} has other moves than the other open leads`);
  }
  for (const { from, to } of drawn.filter((arrow) => arrow.to === 'open')) {
    const isEven = openLeads.every((lead) => movesFrom[from as Status].includes(lead));
    if (!isEven) throw new Error(`not every open lead can be reached from ${from} (${to})`);
  }
}

export function lifeCycleDrawing(): string {
  const all = arrows();
  const isBothWays = ({ from, to }: Arrow) => all.some((a) => a.from === to && a.to === from);
  const lines = all
    .filter((arrow) => !isBothWays(arrow) || arrow.from < arrow.to)
    .map((arrow) => lineOf(arrow, isBothWays(arrow)));
  const states = Object.entries(boxes).map(([name, box]) => stateOf(name, box));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 956 448" role="img" aria-labelledby="title">
  <title id="title">How a lead becomes a job, and what may follow what</title>
  <style>
    text { font: 15px system-ui, sans-serif; fill: #1f2933; text-anchor: middle; }
    .phase { fill: #f4f6f8; stroke: #c3ccd5; }
    .open { fill: none; stroke: #7b8794; stroke-dasharray: 5 4; }
    .state { fill: #ffffff; stroke: #3e4c59; }
    .caption { font-weight: 600; }
    .note { font-size: 13px; fill: #52606d; }
    .arrow { fill: none; stroke: #0b69a3; stroke-width: 1.6; }
  </style>
  <rect width="956" height="448" fill="#ffffff"/>
  <defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
      <path d="M0 0 L8 4 L0 8 z" fill="#0b69a3"/>
    </marker>
  </defs>
  ${rectangle('phase', leadPhase)}
  ${rectangle('phase', jobPhase)}
  <text class="caption" x="112" y="40">Lead</text>
  <text class="caption" x="630" y="40">Job</text>
  ${rectangle('open', openBox)}
  <text class="note" x="112" y="76">open: any to any</text>
  ${[...states, ...lines].join('\n  ')}
</svg>
`;
}

function rectangle(name: string, { x, y, width, height }: Box): string {
  return `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`;
}

function stateOf(name: string, box: Box): string {
  const middle = centreOf(box);
  return `${rectangle('state', box)}<text x="${middle.x}" y="${middle.y + 5}">${name}</text>`;
}

function lineOf({ from, to }: Arrow, isBothWays: boolean): string {
  const [one, other] = [boxOf(from), boxOf(to)];
  const start = edgeTowards(one, centreOf(other));
  const end = edgeTowards(other, centreOf(one));
  const heads = `${isBothWays ? 'marker-start="url(#head)" ' : ''}marker-end="url(#head)"`;
  return `<path class="arrow" ${heads} d="M${start.x} ${start.y} L${end.x} ${end.y}"/>`;
}

function boxOf(place: Place): Box {
  return place === 'open' ? openBox : boxes[place];
}

function centreOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where the line from the centre of a box to a point crosses the border. */
function edgeTowards(box: Box, point: { x: number; y: number }): { x: number; y: number } {
  const middle = centreOf(box);
  const [dx, dy] = [point.x - middle.x, point.y - middle.y];
  const gap = 4;
  const share = Math.min(
    (box.width / 2 + gap) / Math.abs(dx || Number.EPSILON),
    (box.height / 2 + gap) / Math.abs(dy || Number.EPSILON),
  );
  return { x: Math.round(middle.x + dx * share), y: Math.round(middle.y + dy * share) };
}

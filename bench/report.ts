// The final table: medians over the rounds, with the targets.

export class Report {
  readonly #lines: string[] = [];

  rate(name: string, perSecond: number[]): void {
    this.#add(name, `${Math.round(median(perSecond)).toLocaleString('en')} /s`, rangeOf(perSecond));
  }

  ratio(name: string, ours: number[], theirs: number[], least?: number): void {
    const value = median(ours.map((rate, round) => rate / theirs[round]!));
    const remark =
      least === undefined ? '' : `at least ${least.toFixed(2)}: ${verdict(value >= least)}`;
    this.#add(name, value.toFixed(2), remark);
  }

  atMost(name: string, values: number[], most: number, unit: string): void {
    const value = median(values);
    this.#add(
      name,
      `${value.toFixed(1)} ${unit}`,
      `at most ${Number(most.toFixed(1))} ${unit}: ${verdict(value <= most)}`,
    );
  }

  value(name: string, values: number[], unit: string): void {
    this.#add(name, `${median(values).toFixed(1)} ${unit}`, '');
  }

  note(name: string, remark: string): void {
    this.#add(name, '', remark);
  }

  print(): void {
    process.stdout.write(`${this.#lines.join('\n')}\n`);
  }

  #add(name: string, value: string, remark: string): void {
    this.#lines.push(`${name.padEnd(36)} ${value.padStart(12)}   ${remark}`);
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function rangeOf(values: number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.round);
  return `${low!.toLocaleString('en')} – ${high!.toLocaleString('en')}`;
}

function verdict(isReached: boolean): string {
  return isReached ? 'reached' : 'NOT REACHED';
}

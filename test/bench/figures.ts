/** A measured figure and what it may be at most. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly budget: number;
  readonly ok: boolean;
}

/** The figures of one run, told as they come. */
export class Figures {
  private readonly all: Record<string, Figure> = {};

  add(name: string, measured: number, unit: string, budget: number): void {
    const value = Math.round(measured * 1000) / 1000;
    const figure = { value, unit, budget, ok: value <= budget };
    this.all[name] = figure;
    console.log(`${figure.ok ? 'ok  ' : 'OVER'} ${name}: ${value} ${unit} (at most ${budget})`);
  }

  /** One JSON object, figure name to figure. */
  toString(): string {
    return JSON.stringify(this.all);
  }
}

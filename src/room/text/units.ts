export interface Unit {
  name: string
  plural: string
  family: 'time' | 'length'
  /** In seconds or meters. */
  size: number
}

/** An amount as it was said, comparable in base units. */
export interface Amount {
  count: number
  unit: Unit
}

const units: Unit[] = [
  time('second', 1),
  time('minute', 60),
  time('hour', 3600),
  time('day', 86_400),
  time('week', 604_800),
  time('month', 2_592_000),
  time('year', 31_536_000),
  { name: 'mile', plural: 'miles', family: 'length', size: 1609.344 },
  { name: 'foot', plural: 'feet', family: 'length', size: 0.3048 },
  { name: 'yard', plural: 'yards', family: 'length', size: 0.9144 },
  { name: 'inch', plural: 'inches', family: 'length', size: 0.0254 },
  { name: 'kilometer', plural: 'kilometers', family: 'length', size: 1000 },
  { name: 'meter', plural: 'meters', family: 'length', size: 1 },
  { name: 'league', plural: 'leagues', family: 'length', size: 4828.032 },
]

const byWord = new Map(units.flatMap(unit => [unit.name, unit.plural].map(word => [word, unit] as const)))

export function unitOf(lower: string): Unit | undefined {
  return byWord.get(lower.replace(/metre(s?)$/, 'meter$1'))
}

export function amountText({ count, unit }: Amount): string {
  return `${count} ${count === 1 ? unit.name : unit.plural}`
}

/** Equal up to the rounding of the conversion. */
export function sameAmount(a: Amount, b: Amount): boolean {
  const [left, right] = [a.count * a.unit.size, b.count * b.unit.size]
  return a.unit.family === b.unit.family && Math.abs(left - right) <= 1e-9 * Math.max(left, right)
}

function time(name: string, size: number): Unit {
  return { name, plural: `${name}s`, family: 'time', size }
}

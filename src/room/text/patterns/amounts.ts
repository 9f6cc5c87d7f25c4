import type { Entity } from '../entities.ts'
import type { Scan } from '../scan.ts'
import type { Sought } from '../sought.ts'
import { unitOf } from '../units.ts'

/** Numbers of a passage are compared only where a card counts or measures the same. */
export interface Surroundings {
  sought: Sought
  /** Named anywhere in the paragraph. */
  inParagraph: ReadonlySet<Entity>
  /** Named in the sentence before. */
  before: readonly Entity[]
}

export function findAmounts(scan: Scan, around: Surroundings): void {
  let meant: Keeper | null | undefined
  const unnamed = () => {
    meant ??= meantBy(scan, around) ?? null
    return meant
  }
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    const number = scan.numberFrom(at)
    if (!number) continue
    const unit = scan.follows(number.end) ? unitOf(scan.lower(number.end)) : undefined
    const amount = unit && { count: number.value, unit }
    if (amount && scan.lower(at - 1) === 'every') {
      const found = keeperOf(scan, at, around.sought) ?? unnamed()
      const value = { kind: 'amount' as const, amount }
      if (found) scan.add({ ...found, attribute: 'interval', value, first: at - 1, valueAt: at })
    } else if (amount) findMeasure(scan, at, { kind: 'amount', amount }, around.sought)
    findCount(scan, at, number.end, number.value, around)
  }
}

interface Keeper {
  entity: Entity
  confidence: number
}

function keeperOf(scan: Scan, at: number, { intervals }: Sought): Keeper | undefined {
  const keeps = (each: Entity) => intervals.entities.has(each) || each === scan.setting.subject
  const entity = scan.nearestOrOwn(at, 'interval', keeps)
  return entity && { entity, confidence: 0.9 }
}

/** Not named in the sentence: meant by its last word, or named just before. */
function meantBy(scan: Scan, { sought, before }: Surroundings): Keeper | undefined {
  const { entities, byHead } = sought.intervals
  for (let word = scan.sentence.firstWord; word < scan.sentence.endWord; word++) {
    const [entity, ...others] = byHead.get(scan.lower(word)) ?? []
    if (entity && others.length === 0) return { entity, confidence: 0.7 }
  }
  const entity = before.findLast(each => entities.has(each))
  return entity && { entity, confidence: 0.6 }
}

type AmountValue = { kind: 'amount'; amount: { count: number; unit: NonNullable<ReturnType<typeof unitOf>> } }

/** An entity with two measures of one family could mean either, so neither is said. */
function findMeasure(scan: Scan, at: number, value: AmountValue, { measures }: Sought): void {
  const ofFamily = (each: Entity) =>
    (measures.get(each) ?? []).filter(measure => measure.family === value.amount.unit.family)
  const kind = `measure:${value.amount.unit.family}`
  const entity = scan.nearestOrOwn(at, kind, each => ofFamily(each).length === 1)
  const attribute = entity && ofFamily(entity)[0]?.attribute
  if (entity && attribute) scan.add({ entity, attribute, value, confidence: 0.8, first: at, valueAt: at })
}

function findCount(scan: Scan, at: number, end: number, number: number, around: Surroundings): void {
  const key = [end, end + 1].find(word => around.sought.counts.has(scan.lower(word)) && follow(scan, end, word))
  if (key === undefined) return
  const { subject } = scan.setting
  for (const { entity, attribute } of around.sought.counts.get(scan.lower(key)) ?? []) {
    if (!around.inParagraph.has(entity) && entity !== subject) continue
    scan.add({ entity, attribute, value: { kind: 'number', number }, confidence: 0.85, first: at, valueAt: at })
  }
}

function follow(scan: Scan, from: number, to: number): boolean {
  return scan.follows(from) && (to === from || scan.follows(to))
}

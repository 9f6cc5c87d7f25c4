import type { Entity } from './entities.ts'
import type { Comparable, Fact } from './facts.ts'
import { unitOf, yearAt } from './numbers.ts'
import { findHands, findLife, findLooks } from './patterns/people.ts'
import { Scan, type Setting } from './scan.ts'
import type { Passage } from './sentences.ts'
import { materialOf, seasonOf } from './words.ts'

/** What the sentences of a file say about known entities, in reading order. */
export function proseFacts(passages: readonly Passage[], setting: Setting, comparable: Comparable): Fact[] {
  return passages.flatMap(passage => passageFacts(passage, setting, comparable))
}

function passageFacts(passage: Passage, setting: Setting, comparable: Comparable): Fact[] {
  const inParagraph = new Set(passage.mentions.map(each => each.entity))
  let before: Entity[] = []
  let next = 0
  return passage.sentences.flatMap((sentence, index) => {
    const scan = new Scan(passage, index, sentence, setting)
    findLooks(scan)
    findHands(scan)
    findLife(scan)
    findMaterial(scan, comparable)
    findYears(scan)
    findAmounts(scan, { comparable, inParagraph, before })
    before = []
    for (; (passage.mentions[next]?.end ?? Number.POSITIVE_INFINITY) <= sentence.endWord; next++) {
      const entity = passage.mentions[next]?.entity
      if (entity) before.push(entity)
    }
    return scan.facts
  })
}

const articles = new Set(['the', 'a', 'an', 'its', 'this', 'that'])
const makes = new Set(['made', 'cast', 'forged', 'built', 'carved'])
const founds = new Set(['cast', 'built', 'made', 'founded', 'raised'])
const whens = new Set(['in', 'of', 'since', 'during'])

/** Of what a thing is made. */
function findMaterial(scan: Scan, { materials }: Comparable): void {
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    const word = materialOf(scan.lower(at))
    if (word === undefined) continue
    const value = { kind: 'word' as const, word }
    const [entity, ...others] = materials.byHead.get(scan.lower(at + 1)) ?? []
    const first = articles.has(scan.lower(at - 1)) ? at - 1 : at - 2
    const other = scan.mentionFrom(at + 1)
    const meant = entity && others.length === 0 && (other === undefined || other.entity === entity)
    const follows =
      articles.has(scan.lower(first)) && scan.follows(first + 1) && scan.follows(at) && scan.follows(at + 1)
    if (meant && follows) scan.add({ entity, attribute: 'material', value, confidence: 0.75, first, valueAt: at })
    const made = ['of', 'from', 'in'].includes(scan.lower(at - 1)) && makes.has(scan.lower(at - 2))
    const verb = scan.lower(at - 3)
    const subject = made && (verb === 'is' || verb === 'was') ? scan.mentionUpTo(at - 4) : undefined
    const { subject: own } = scan.setting
    const owner = subject?.entity ?? (made && own && !own.character ? own : undefined)
    if (owner && (owner === own || materials.entities.has(owner)))
      scan.add({
        entity: owner,
        attribute: 'material',
        value,
        confidence: 0.9,
        first: subject?.first ?? at - 2,
        valueAt: at,
      })
  }
}

/** When a thing was made, and when an event was; a year that says the one does not say the other. */
function findYears(scan: Scan): void {
  const taken = new Set<number>()
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    if (scan.lower(at) === 'born') markYear(scan, at, taken)
    if (!founds.has(scan.lower(at))) continue
    const year = markYear(scan, at, taken)
    const entity = year && scan.nearestOrOwn(at, 'thing', each => !each.character && !each.event)
    if (!year || !entity) continue
    const value = { kind: 'number' as const, number: year.number }
    scan.add({ entity, attribute: 'made_year', value, confidence: 0.9, first: at, valueAt: year.at })
  }
  findDates(scan, taken)
}

function findDates(scan: Scan, taken: ReadonlySet<number>): void {
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    if (!whens.has(scan.lower(at))) continue
    const start = scan.lower(at + 1) === 'the' ? at + 2 : at + 1
    const season = seasonOf(scan.lower(start))
    const yearWord = season === undefined ? start : scan.lower(start + 1) === 'of' ? start + 2 : start + 1
    const year = yearWord < scan.sentence.endWord ? yearAt(scan.passage.words, yearWord) : undefined
    const entity = year && !taken.has(yearWord) ? scan.nearestOrOwn(at, 'event', each => each.event) : undefined
    if (year === undefined || !entity) continue
    const value = season === undefined ? { kind: 'date' as const, year } : { kind: 'date' as const, year, season }
    scan.add({ entity, attribute: 'date', value, confidence: 0.9, first: at, valueAt: start })
    at = yearWord
  }
}

/** "cast w{0,3} in 1871" */
function markYear(scan: Scan, verb: number, taken: Set<number>): { number: number; at: number } | undefined {
  for (let at = verb + 1; at <= verb + 4 && scan.follows(at); at++) {
    const number =
      scan.lower(at) === 'in' && at + 1 < scan.sentence.endWord ? yearAt(scan.passage.words, at + 1) : undefined
    if (number === undefined) continue
    taken.add(at + 1)
    return { number, at: at + 1 }
  }
  return undefined
}

/** Numbers of a passage are compared only where a card counts or measures the same. */
interface PassageContext {
  comparable: Comparable
  /** Named anywhere in the paragraph. */
  inParagraph: ReadonlySet<Entity>
  /** Named in the sentence before. */
  before: readonly Entity[]
}

function findAmounts(scan: Scan, around: PassageContext): void {
  let meant: ReturnType<typeof meantBy> | null
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
      const found = keeperOf(scan, at, around.comparable) ?? unnamed()
      const value = { kind: 'amount' as const, amount }
      if (found) scan.add({ ...found, attribute: 'interval', value, first: at - 1, valueAt: at })
    } else if (amount) findMeasure(scan, at, { kind: 'amount', amount }, around.comparable)
    findCount(scan, at, number.end, number.value, around)
  }
}

function keeperOf(scan: Scan, at: number, { intervals }: Comparable) {
  const keeps = (each: Entity) => intervals.entities.has(each) || each === scan.setting.subject
  const entity = scan.nearestOrOwn(at, 'interval', keeps)
  return entity && { entity, confidence: 0.9 }
}

/** Not named in the sentence: meant by its last word, or named just before. */
function meantBy(scan: Scan, { comparable, before }: PassageContext) {
  const { entities, byHead } = comparable.intervals
  for (let word = scan.sentence.firstWord; word < scan.sentence.endWord; word++) {
    const [entity, ...others] = byHead.get(scan.lower(word)) ?? []
    if (entity && others.length === 0) return { entity, confidence: 0.7 }
  }
  const entity = before.findLast(each => entities.has(each))
  return entity && { entity, confidence: 0.6 }
}

type AmountValue = { kind: 'amount'; amount: { count: number; unit: NonNullable<ReturnType<typeof unitOf>> } }

/** An entity with two measures of one family could mean either, so neither is said. */
function findMeasure(scan: Scan, at: number, value: AmountValue, { measures }: Comparable): void {
  const ofFamily = (each: Entity) =>
    (measures.get(each) ?? []).filter(measure => measure.family === value.amount.unit.family)
  const kind = `measure:${value.amount.unit.family}`
  const entity = scan.nearestOrOwn(at, kind, each => ofFamily(each).length === 1)
  const attribute = entity && ofFamily(entity)[0]?.attribute
  if (entity && attribute) scan.add({ entity, attribute, value, confidence: 0.8, first: at, valueAt: at })
}

function findCount(scan: Scan, at: number, end: number, number: number, around: PassageContext): void {
  const key = [end, end + 1].find(word => around.comparable.counts.has(scan.lower(word)) && follow(scan, end, word))
  if (key === undefined) return
  const { subject } = scan.setting
  for (const { entity, attribute } of around.comparable.counts.get(scan.lower(key)) ?? []) {
    if (!around.inParagraph.has(entity) && entity !== subject) continue
    scan.add({ entity, attribute, value: { kind: 'number', number }, confidence: 0.85, first: at, valueAt: at })
  }
}

function follow(scan: Scan, from: number, to: number): boolean {
  return scan.follows(from) && (to === from || scan.follows(to))
}

import { materialOf, seasonOf } from '../lexicon.ts'
import { yearAt } from '../numbers.ts'
import type { Scan } from '../scan.ts'
import type { Sought } from '../sought.ts'

const articles = new Set(['the', 'a', 'an', 'its', 'this', 'that'])
const makes = new Set(['made', 'cast', 'forged', 'built', 'carved'])
const founds = new Set(['cast', 'built', 'made', 'founded', 'raised'])
const whens = new Set(['in', 'of', 'since', 'during'])

/** Of what a thing is made. */
export function findMaterial(scan: Scan, { materials }: Sought): void {
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    const word = materialOf(scan.lower(at))
    if (word === undefined) continue
    const value = { kind: 'word' as const, word }
    const [entity, ...others] = materials.byHead.get(scan.lower(at + 1)) ?? []
    const first = articles.has(scan.lower(at - 1)) ? at - 1 : at - 2
    const other = scan.mentionFrom(at + 1)
    const meant = entity && others.length === 0 && (other === undefined || other.entity === entity)
    const told = articles.has(scan.lower(first)) && scan.follows(first + 1) && scan.follows(at) && scan.follows(at + 1)
    if (meant && told) scan.add({ entity, attribute: 'material', value, confidence: 0.75, first, valueAt: at })
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
export function findYears(scan: Scan): void {
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

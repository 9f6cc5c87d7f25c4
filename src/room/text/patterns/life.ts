import { isKinship } from '../lexicon.ts'
import type { Mention } from '../mentions.ts'
import { smallNumber, yearAt } from '../numbers.ts'
import type { Match, Scan } from '../scan.ts'

const acting = new Set(['said', 'asked', 'answered', 'walked', 'ran', 'took', 'held', 'looked'])
const yearOld = /-years?-old$/

/** What is said around a character's name: age, birth, death, acts, kin. */
export function findLife(scan: Scan): void {
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    const mention = scan.mentionFrom(at)
    if (!mention?.entity.character) continue
    for (const match of [ageOf(scan, mention), vitalOf(scan, mention), birthOf(scan, mention), ...kinOf(scan, mention)])
      if (match) scan.add(match)
  }
}

function ageOf(scan: Scan, { entity, first, end, possessive }: Mention): Match | undefined {
  const age = (number: number, from: number, valueAt: number): Match => {
    return { entity, attribute: 'age', value: { kind: 'number', number }, confidence: 0.9, first: from, valueAt }
  }
  const joined = scan.lower(first - 1)
  const years = scan.follows(first) && yearOld.test(joined) ? smallNumber(joined.replace(yearOld, '')) : undefined
  if (years !== undefined) return age(years, first - 1, first - 1)
  const before = scan.comma(first) ? scan.numberUpTo(first - 1) : undefined
  if (before && scan.lower(before.first - 1) === 'at') return age(before.value, before.first - 1, before.first)
  if (possessive) return undefined
  const verb = scan.lower(end) === 'is' || scan.lower(end) === 'was'
  const plain = verb && scan.follows(end) ? scan.numberFrom(end + 1) : undefined
  if (plain && endsAge(scan, plain.end)) return age(plain.value, first, plain.first)
  const aside = scan.comma(end) ? scan.numberFrom(scan.lower(end) === 'aged' ? end + 1 : end) : undefined
  return aside && /^\s*,/.test(scan.gap(aside.end)) ? age(aside.value, first, aside.first) : undefined
}

function endsAge(scan: Scan, at: number): boolean {
  return /^\s*[^\s\p{L}\p{N}]/u.test(scan.gap(at)) || ['years', 'and', ''].includes(scan.lower(at))
}

function vitalOf(scan: Scan, { entity, first, end, possessive }: Mention): Match | undefined {
  const vital = (word: string, confidence: number, from: number, valueAt: number): Match => {
    return { entity, attribute: 'vital', value: { kind: 'word', word }, confidence, first: from, valueAt }
  }
  const [before, verb, next] = [scan.lower(first - 1), scan.lower(end), scan.lower(end + 1)]
  if (before === 'dead' && scan.follows(first)) return vital('dead', 0.8, first - 1, first - 1)
  if (before === 'late' && scan.lower(first - 2) === 'the') return vital('dead', 0.8, first - 2, first - 1)
  if (possessive || !/^\s+$/.test(scan.gap(end))) return undefined
  const killed = verb === 'was' && (next === 'killed' || next === 'buried')
  if (verb === 'died' || verb === 'drowned' || killed) return vital('dead', 0.8, first, end)
  return acting.has(verb) ? vital('alive', 0.55, first, end) : undefined
}

function birthOf(scan: Scan, { entity, first, end }: Mention): Match | undefined {
  for (let born = end; born <= end + 3 && scan.follows(born); born++) {
    if (scan.lower(born) !== 'born') continue
    for (let at = born + 1; at <= born + 4 && scan.follows(at); at++) {
      const year = scan.lower(at) === 'in' && scan.lower(at + 1) !== '' ? yearAt(scan.passage.words, at + 1) : undefined
      if (year === undefined) continue
      const value = { kind: 'number' as const, number: year }
      return { entity, attribute: 'birth_year', value, confidence: 0.9, first, valueAt: at + 1 }
    }
  }
  return undefined
}

function kinOf(scan: Scan, { entity, first, end }: Mention): Match[] {
  const before = isKinship(scan.lower(first - 1)) && scan.follows(first) ? first - 1 : -1
  const next = scan.mentionFrom(end)?.end ?? end + 1
  const after = scan.comma(end) && isKinship(scan.lower(next)) && /^\s*,/.test(scan.gap(next + 1)) ? next : -1
  return [before, after].flatMap(kin => {
    const owner = kin >= 0 && scan.follows(kin) ? scan.owner(kin - 1) : undefined
    if (!owner?.entity.character || owner.entity === entity) return []
    const value = { kind: 'word' as const, word: scan.lower(kin) }
    return [{ ...owner, attribute: `kin:${entity.title}`, value, first: Math.min(owner.first, first), valueAt: kin }]
  })
}

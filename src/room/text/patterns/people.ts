import type { Mention } from '../entities.ts'
import { smallNumber, yearAt } from '../numbers.ts'
import type { Match, Owner, Scan } from '../scan.ts'
import { lastBefore } from '../sentences.ts'
import { colorOf, isKinship } from '../words.ts'

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

const writing = new Set(['wrote', 'writes', 'signed', 'drew'])
const working = new Set([...writing, 'worked'])
const favoured = new Set(['writing', 'good', 'dominant'])
const people = new Set(['she', 'her', 'he', 'him', 'his', 'they', 'their', 'i', 'my'])

/** Which hand a character uses. */
export function findHands(scan: Scan): void {
  let lastPronoun = -1
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    const word = scan.lower(at)
    const side = /^(left|right)-handed$/.exec(word)?.[1]
    if (side !== undefined) put(scan, subjectOf(scan, at, lastPronoun), side, at)
    else if (word === 'hand') findAtHand(scan, at)
    if (people.has(word)) lastPronoun = at
  }
}

/** The last name or pronoun before the word, whichever is nearer. */
function subjectOf(scan: Scan, at: number, lastPronoun: number): Owner | undefined {
  const name = lastBefore(scan.passage.characters, at)
  const inSentence = name !== undefined && name.first >= scan.sentence.firstWord
  if (inSentence && name.first > lastPronoun) return { entity: name.entity, confidence: 0.95, first: name.first }
  return lastPronoun < 0 ? undefined : scan.pronoun(lastPronoun)
}

function findAtHand(scan: Scan, hand: number): void {
  const before = scan.lower(hand - 1)
  const owner = scan.owner(hand - 2)
  if (!owner || !scan.follows(hand) || !scan.follows(hand - 1)) return
  if (favoured.has(before)) {
    const side = scan.lower(hand + 2)
    const said = scan.comma(hand + 1) && scan.lower(hand + 1) === 'the' && (side === 'left' || side === 'right')
    if (said) put(scan, owner, side, hand + 2)
    return
  }
  if (before !== 'left' && before !== 'right') return
  const verbBefore = writing.has(scan.lower(owner.first - 2)) && scan.lower(owner.first - 1) === 'with'
  if (verbBefore) put(scan, { ...owner, first: owner.first - 2 }, before, hand - 1)
  else if (saysTheOne(scan, hand + 1)) put(scan, owner, before, hand - 1)
}

/** ", the one she wrote with" */
function saysTheOne(scan: Scan, at: number): boolean {
  const named = scan.comma(at) && scan.lower(at) === 'the' && ['one', 'hand'].includes(scan.lower(at + 1))
  return named && working.has(scan.lower(at + 3)) && scan.lower(at + 4) === 'with'
}

function put(scan: Scan, owner: Owner | undefined, word: string, valueAt: number): void {
  if (!owner?.entity.character) return
  scan.add({ ...owner, attribute: 'handedness', value: { kind: 'word', word }, valueAt })
}

const features: { attribute: string; nouns: ReadonlySet<string>; suffix: RegExp }[] = [
  { attribute: 'eye_color', nouns: new Set(['eyes']), suffix: /-eyed$/ },
  {
    attribute: 'hair_color',
    nouns: new Set(['hair', 'braid', 'braids', 'curls', 'beard']),
    suffix: /-(?:haired|bearded)$/,
  },
]
const being = new Set(['is', 'are', 'was', 'were'])
const having = new Set(['had', 'has', 'with'])

/** Colors of eyes and hair. */
export function findLooks(scan: Scan): void {
  for (let at = scan.sentence.firstWord; at < scan.sentence.endWord; at++) {
    const word = scan.lower(at)
    for (const { attribute, nouns, suffix } of features) {
      const color = suffix.test(word) ? colorOf(word.replace(suffix, '')) : undefined
      const match = nouns.has(word) ? atNoun(scan, attribute, at) : color && colorBeside(scan, attribute, at, color)
      if (match) scan.add(match)
    }
  }
}

function atNoun(scan: Scan, attribute: string, noun: number): Match | undefined {
  const color = scan.follows(noun) ? colorOf(scan.lower(noun - 1)) : undefined
  const before = color === undefined ? undefined : ownerOfColored(scan, noun - 1)
  if (color !== undefined && before?.entity.character) return matchOf(attribute, before, color, noun - 1)
  const owner = scan.follows(noun) ? scan.owner(noun - 1) : undefined
  if (!owner?.entity.character || !being.has(scan.lower(noun + 1)) || !scan.follows(noun + 1)) return undefined
  for (let at = noun + 2; at <= noun + 4 && scan.follows(at); at++) {
    const said = colorOf(scan.lower(at))
    if (said !== undefined) return matchOf(attribute, owner, said, at)
  }
  return undefined
}

/** "her tired gray", "Ines, who had gray": back over at most two other words to who has it. */
function ownerOfColored(scan: Scan, color: number): Owner | undefined {
  for (let at = color - 1; at >= color - 3 && scan.follows(at + 1); at--) {
    const owner = scan.owner(at)
    if (owner) return owner
    if (having.has(scan.lower(at))) return subjectBefore(scan, at)
    if (colorOf(scan.lower(at)) !== undefined) return undefined
  }
  return undefined
}

function subjectBefore(scan: Scan, verb: number): Owner | undefined {
  for (let at = verb - 1; at >= verb - 4 && scan.follows(at + 1); at--) {
    const mention = scan.mentionUpTo(at)
    if (mention) return scan.subject(mention)
  }
  return undefined
}

function colorBeside(scan: Scan, attribute: string, at: number, color: string): Match | undefined {
  const after = scan.follows(at + 1) ? scan.mentionFrom(at + 1) : undefined
  if (after?.entity.character)
    return matchOf(attribute, { entity: after.entity, confidence: 0.95, first: at }, color, at)
  for (let comma = at; comma >= at - 2; comma--) {
    const mention = scan.comma(comma) ? scan.mentionUpTo(comma - 1) : undefined
    const owner = scan.subject(mention)
    if (owner) return matchOf(attribute, owner, color, at)
  }
  return undefined
}

function matchOf(attribute: string, owner: Owner, word: string, valueAt: number): Match {
  return { ...owner, attribute, value: { kind: 'word', word }, first: Math.min(owner.first, valueAt), valueAt }
}

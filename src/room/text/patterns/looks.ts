import { colorOf } from '../lexicon.ts'
import type { Match, Owner, Scan } from '../scan.ts'

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
      const match = nouns.has(word) ? atNoun(scan, attribute, at) : color && joined(scan, attribute, at, color)
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

function joined(scan: Scan, attribute: string, at: number, color: string): Match | undefined {
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

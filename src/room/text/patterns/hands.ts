import { lastBefore } from '../passages.ts'
import type { Owner, Scan } from '../scan.ts'

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

/** The last name or pronoun before the word, whichever stands nearer. */
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

import { seededRandom } from '../../harness/random.ts'
import { type Encoding, encodings, foreignWord, pick } from './prose.ts'
import { type GroundingRoom, openGroundingRoom } from './workspace.ts'

export const fabrications = [
  'invented quote',
  'altered quote',
  'wrong lines',
  'wrong file',
  'forged receipt',
  'false absence',
] as const
export const labels = ['honest', ...fabrications] as const
export type Label = (typeof labels)[number]

export interface Case {
  id: number
  label: Label
  encoding: Encoding
  reply: string
  place: GroundingRoom
}

/** `perCell` cases of every fabrication in every encoding, and as many honest ones as of three fabrications. */
export function groundingCases(seed: number, perCell: number): Case[] {
  const random = seededRandom(seed)
  const cases: Case[] = []
  for (const encoding of encodings) {
    const place = openGroundingRoom(encoding, seed + encodings.indexOf(encoding))
    for (const label of labels) {
      const count = label === 'honest' ? perCell * 3 : perCell
      for (let made = 0; made < count; made++) {
        cases.push({ id: cases.length + 1, label, encoding, place, reply: replyFor(label, place, random) })
      }
    }
  }
  return cases
}

interface Passage {
  scene: GroundingRoom['scenes'][number]
  quote: string
  first: number
  last: number
}

function replyFor(label: Label, place: GroundingRoom, random: () => number): string {
  const passage = passageOf(place, random)
  const { scene, quote, first, last } = passage
  switch (label) {
    case 'honest':
      return random() < 0.2
        ? absence(place, foreignWord(place.encoding, random), random)
        : contentReply(passage, random)
    case 'invented quote':
      return contentReply({ ...passage, quote: invented(quote, place.encoding, random) }, random)
    case 'altered quote':
      return contentReply({ ...passage, quote: altered(quote, place.encoding, random) }, random)
    case 'wrong lines': {
      const shift = pick([2, 3, 5, 9, 24], random)
      const moved = last + shift <= scene.lines.length ? shift : -shift - (last - first)
      return contentReply({ ...passage, first: first + moved, last: last + moved }, random, true)
    }
    case 'wrong file':
      return contentReply(
        {
          ...passage,
          scene: pick(
            place.scenes.filter(each => each !== scene),
            random,
          ),
        },
        random,
      )
    case 'forged receipt':
      return contentReply({ ...passage, scene: { ...scene, receipt: forged(place, scene, random) } }, random)
    case 'false absence':
      return absence(place, wordOf(pick(place.scenes, random), place.encoding, random), random)
  }
}

/** A cut of one or two lines, the line break as a blank, and half of them as a model types: no markup, plain marks. */
function passageOf({ scenes, encoding }: GroundingRoom, random: () => number): Passage {
  const scene = pick(scenes, random)
  const written = scene.lines.flatMap((line, index) => (line === '' ? [] : [index]))
  const first = pick(written, random)
  const across = random() < 0.25 && (scene.lines[first + 1] ?? '') !== ''
  const text = across ? `${scene.lines[first]} ${scene.lines[first + 1]}` : (scene.lines[first] ?? '')
  const pieces = encoding === 'CJK' ? [...text] : text.split(' ')
  const least = encoding === 'CJK' ? 12 : 6
  const from = across ? 0 : Math.floor(random() * Math.max(1, pieces.length - least))
  const to = across ? pieces.length : Math.min(pieces.length, from + least + Math.floor(random() * 6))
  const cut = wholeNumbers(pieces, from, to).join(encoding === 'CJK' ? '' : ' ')
  const quote = random() < 0.5 ? cut.replaceAll('*', '').replaceAll('’', "'").replaceAll('—', '-') : cut
  return { scene, quote, first: first + 1, last: across ? first + 2 : first + 1 }
}

/** A person who copies a passage does not stop within a number. */
function wholeNumbers(pieces: readonly string[], from: number, to: number): string[] {
  const isDigit = (index: number) => /^\d/.test(pieces[index] ?? '')
  let [start, end] = [from, to]
  while (start > 0 && isDigit(start - 1) && isDigit(start)) start--
  while (end < pieces.length && isDigit(end - 1) && isDigit(end)) end++
  return pieces.slice(start, end)
}

function contentReply(
  { scene, quote, first, last }: Passage,
  random: () => number,
  withLines = random() < 0.7,
): string {
  const name = random() < 0.5 ? scene.path : scene.path.slice(scene.path.lastIndexOf('/') + 1)
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`
  const [open, close] = pick(marks, random)
  const cited = `${name}${withLines ? ` ${lines}` : ''}: ${open}${quote}${close}`
  const after = `${open}${quote}${close} (${name}${withLines ? `, ${lines}` : ''})`
  const head = pick(['Evidence:', '**Evidence:**', '- Evidence:', 'Evidence: [content]'], random)
  return `${pick(openings, random)}\n\n${head} ${random() < 0.8 ? cited : after} receipt_id: ${scene.receipt}`
}

function absence({ scenes }: GroundingRoom, term: string, random: () => number): string {
  const receipts = scenes.map(({ receipt }) => receipt).join(', ')
  const scope = pick(['all scenes', `scenes 1–${scenes.length}`, 'every scene', 'Story/Scenes/'], random)
  const said = pick(['found no mention of', 'found no sign of', 'did not find'], random)
  return `${pick(openings, random)}\nEvidence: [absence] I checked ${scope} and ${said} "${term}" receipt_ids: ${receipts}`
}

function wordOf({ lines }: GroundingRoom['scenes'][number], encoding: Encoding, random: () => number): string {
  const line = pick(
    lines.filter(each => each !== ''),
    random,
  )
  if (encoding !== 'CJK') return pick(line.match(/[a-z]{2,}|\d+/g) ?? [line], random)
  const characters = [...line.replace(/[\d。]/g, '')]
  const at = Math.floor(random() * (characters.length - 2))
  return line.includes(characters.slice(at, at + 2).join('')) ? characters.slice(at, at + 2).join('') : line.slice(0, 2)
}

function invented(quote: string, encoding: Encoding, random: () => number): string {
  const joint = encoding === 'CJK' ? '' : ' '
  const words = Array.from({ length: 4 }, () => foreignWord(encoding, random))
  return random() < 0.5 ? words.join(joint) : [quote.slice(0, 6).trim(), ...words].join(joint)
}

/** One digit or letter is another, or one word is another; the rest is as in the file. */
function altered(quote: string, encoding: Encoding, random: () => number): string {
  const points = [...quote]
  const digits = points.flatMap((point, index) => (/\d/.test(point) ? [index] : []))
  const letters = points.flatMap((point, index) => (/\p{L}/u.test(point) ? [index] : []))
  if (digits.length > 0 && random() < 0.5) {
    const at = pick(digits, random)
    return points.with(at, String((Number(points[at]) + 1 + Math.floor(random() * 8)) % 10)).join('')
  }
  const at = pick(letters, random)
  if (encoding === 'CJK' || random() < 0.5)
    return points.with(at, encoding === 'CJK' ? '龘' : otherLetter(points[at])).join('')
  const words = quote.split(' ')
  return words.with(Math.floor(random() * words.length), foreignWord(encoding, random)).join(' ')
}

function otherLetter(letter = 'a'): string {
  return String.fromCharCode(97 + ((letter.toLowerCase().charCodeAt(0) - 97 + 7) % 26))
}

function forged(
  { scenes, foreignReceipts }: GroundingRoom,
  scene: GroundingRoom['scenes'][number],
  random: () => number,
): string {
  const hex = Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')
  const oneOff = scene.receipt.slice(0, -1) + (scene.receipt.endsWith('0') ? '1' : '0')
  const ofAnotherFile = pick(
    scenes.filter(each => each !== scene),
    random,
  ).receipt
  return pick(
    [`rcpt_${hex}`, oneOff, pick(foreignReceipts, random), ofAnotherFile, 'verified', `rcpt_${hex}00`],
    random,
  )
}

const marks = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
] as const
const openings = ['The passage carries the scene.', 'Two things stand out here.', 'A short remark on the night.']

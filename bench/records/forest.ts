import { sampleNumbers } from '../../src/records/store/records.ts'
import type { ExportedRecord } from '../../src/records/transfer/format.ts'
import { seededRandom } from '../harness/random.ts'

/** A tree: a root, one record under it, its children, and children of each of these. */
export interface TreeShape {
  children: number
  grandchildrenEach: number
}

export interface Forest {
  records: number
  shape: TreeShape
}

/** Occurs in the body of every second record. */
export const commonWord = 'meridian'
/** Of the vocabulary: the random words put it into about two of five records. */
export const frequentWord = 'babakar'
/** Each of these occurs in exactly `rareHits` records of any forest of at least 600. */
export const rareHits = 30
export const rareWords = Array.from({ length: 20 }, (_, index) => `quill${String(index).padStart(2, '0')}`)

export function treeSize({ children, grandchildrenEach }: TreeShape): number {
  return 2 + children + children * grandchildrenEach
}

/** The id that the import gives to a record of a forest: numbers kept for the sample are left out. */
export function storedId(number: number): string {
  const { after, last } = sampleNumbers
  return `R${number > after ? number + last - after : number}`
}

/** The record numbers that `activate` is measured on: those with a parent, children and grandchildren. */
export function middles({ records, shape }: Forest): number[] {
  const size = treeSize(shape)
  return Array.from({ length: records / size }, (_, tree) => tree * size + 2)
}

/** The records of a forest as an export holds them, one tree after the other, the same in every run. */
export function* grow(forest: Forest): Generator<ExportedRecord> {
  const random = seededRandom(4470)
  const size = treeSize(forest.shape)
  const rare = rarePlaces(forest.records)
  for (let number = 1; number <= forest.records; number++) {
    const place = (number - 1) % size
    const base = number - place
    const parent = parentPlace(place, forest.shape)
    const leaf = place >= 2 + forest.shape.children
    const time = new Date(Date.UTC(2025, 0, 1) + number * 1000).toISOString()
    const words = (count: number) => Array.from({ length: count }, () => word(random))
    const extra = [...(number % 2 === 0 ? [commonWord] : []), ...(rare.get(number) ?? [])]
    yield {
      id: `R${number}`,
      versions: [
        {
          tick: number,
          session_id: 'ses_forest',
          change: 'created',
          fields: ['type', 'title', 'summary', 'body', 'state'],
          reason: null,
          forced: false,
          overwritten_version: null,
          record: {
            id: `R${number}`,
            type: types[number % types.length] ?? 'note',
            title: `Record ${number} on ${words(4).join(' ')}`,
            summary: `${words(14).join(' ')}.`,
            body: `${words(30).join(' ')}.\n\n${[...words(30), ...extra].join(' ')}.`,
            state: leaf ? (states[number % states.length] ?? 'OPEN') : 'OPEN',
            parent_id: parent === undefined ? null : `R${base + parent}`,
            created: time,
            modified: time,
            ...(number % 5 === 0 && { related: [`R${base}`] }),
            ...(number % 3 === 0 && { metadata: { area: word(random), rank: number % 7 } }),
            project_id: 'default',
            version: 1,
          },
        },
      ],
    }
  }
}

const types = ['question', 'conclusion', 'note', 'decision']
const states = ['OPEN', 'LATER', 'RESOLVED', 'DISCARDED', 'OPEN'] as const

function parentPlace(place: number, { children, grandchildrenEach }: TreeShape): number | undefined {
  if (place === 0) return undefined
  if (place === 1) return 0
  if (place < 2 + children) return 1
  return 2 + Math.floor((place - 2 - children) / grandchildrenEach)
}

/** Spread evenly, so that the hits of a word are as far apart as the store is large. */
function rarePlaces(records: number): Map<number, string[]> {
  const places = new Map<number, string[]>()
  const all = rareHits * rareWords.length
  for (let place = 0; place < all; place++) {
    const number = 1 + Math.floor((place * records) / all)
    places.set(number, [...(places.get(number) ?? []), rareWords[place % rareWords.length] ?? ''])
  }
  return places
}

const syllables = [
  'ba',
  'den',
  'fo',
  'gil',
  'hu',
  'kar',
  'lo',
  'mi',
  'nor',
  'pel',
  'ra',
  'sto',
  'tu',
  'vin',
  'wa',
  'zel',
]
const vocabulary = Array.from({ length: 4096 }, (_, index) =>
  [index >> 8, (index >> 4) & 15, index & 15].map(digit => syllables[digit]).join(''),
)

/** Few words are frequent and most are seldom, as in any language. */
function word(random: () => number): string {
  return vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? ''
}

import { ownValue } from '../../kernel/json.ts'
import type { Entity, Gender, Mention } from './entities.ts'
import type { Fact, FactValue } from './facts.ts'
import type { NumberAt } from './numbers.ts'
import { partOnLine, placeOf } from './places.ts'
import { countBefore, lastBefore, type Passage, type Sentence } from './sentences.ts'

/** Whose text it is: the file, who tells it, or whose card it is. */
export interface Setting {
  path: string
  narrator: Entity | null
  /** The entity of the card whose prose this is. */
  subject: Entity | null
}

export interface Owner {
  entity: Entity
  confidence: number
  /** First word of the expression. */
  first: number
}

/** Words of a match: its first, the one that holds the value, and how sure the pattern is. */
export interface Match {
  entity: Entity
  attribute: string
  value: FactValue
  confidence: number
  first: number
  valueAt: number
}

const pronouns: { [word: string]: Gender } = {
  her: 'f',
  she: 'f',
  his: 'm',
  he: 'm',
  him: 'm',
  their: 'n',
  they: 'n',
}
const hedges = new Set('if would might could perhaps maybe not never almost like'.split(' '))
/** The confidence of what the card of an entity says in its prose. */
const cardConfidence = 0.8

/** One sentence as patterns look at it; words are counted in the passage, and none outside of the sentence exists. */
export class Scan {
  readonly passage: Passage
  readonly sentence: Sentence
  readonly setting: Setting
  readonly facts: Fact[] = []
  readonly #index: number
  readonly #pools = new Map<string, Mention[]>()

  constructor(passage: Passage, index: number, sentence: Sentence, setting: Setting) {
    this.passage = passage
    this.sentence = sentence
    this.setting = setting
    this.#index = index
  }

  lower(at: number): string {
    const inside = at >= this.sentence.firstWord && at < this.sentence.endWord
    return inside ? (this.passage.words[at]?.lower ?? '') : ''
  }

  /** The text between the word before and this one; after the last word, the end of the sentence. */
  gap(at: number): string {
    const from = this.passage.words[at - 1]?.end ?? 0
    const to = at < this.sentence.endWord ? (this.passage.words[at]?.start ?? from) : this.sentence.end
    return this.passage.block.text.slice(from, to)
  }

  /** The word follows the one before with nothing but a space or a comma between them. */
  follows(at: number): boolean {
    return /^[\s,]*$/.test(this.gap(at))
  }

  comma(at: number): boolean {
    return /^\s*,\s*$/.test(this.gap(at))
  }

  mentionFrom(at: number): Mention | undefined {
    return at < this.sentence.endWord ? this.passage.mentionFrom.get(at) : undefined
  }

  mentionUpTo(at: number): Mention | undefined {
    return at >= this.sentence.firstWord ? this.passage.mentionUpTo.get(at) : undefined
  }

  numberFrom(at: number): NumberAt | undefined {
    const number = this.passage.numberFrom.get(at)
    return number && number.end <= this.sentence.endWord ? number : undefined
  }

  numberUpTo(at: number): NumberAt | undefined {
    const number = this.passage.numberUpTo.get(at)
    return number && number.first >= this.sentence.firstWord ? number : undefined
  }

  /** The owner whose expression ends with this word: a possessive name or a possessive pronoun. */
  owner(at: number): Owner | undefined {
    const mention = this.mentionUpTo(at)
    if (mention) return mention.possessive ? sure(mention) : undefined
    const word = this.lower(at)
    return word === 'her' || word === 'his' || word === 'their' || word === 'my' ? this.pronoun(at) : undefined
  }

  /** The character that a name means as the subject of a pattern. */
  subject(mention: Mention | undefined): Owner | undefined {
    return mention?.entity.character && !mention.possessive ? sure(mention) : undefined
  }

  pronoun(at: number): Owner | undefined {
    const word = this.lower(at)
    const { narrator, subject } = this.setting
    if (word === 'my' || word === 'i') return narrator ? { entity: narrator, confidence: 0.8, first: at } : undefined
    const gender = ownValue(pronouns, word)
    if (gender === undefined) return undefined
    const nearest = lastBefore(this.passage.fitting[gender], at)
    const reach = this.passage.sentences[Math.max(0, this.#index - 3)]?.firstWord ?? 0
    if (nearest && nearest.first >= reach) {
      const confidence = nearest.first >= this.sentence.firstWord ? 0.8 : 0.65
      return { entity: nearest.entity, confidence, first: at }
    }
    const fallback = subject ?? narrator
    const fits = fallback?.character && (fallback.gender === null || fallback.gender === gender)
    return fits ? { entity: fallback, confidence: 0.6, first: at } : undefined
  }

  /** Of the entities of a kind named in the sentence, the one before a word, else the one after it. */
  nearest(at: number, kind: string, applies: (entity: Entity) => boolean): Entity | undefined {
    const pool = this.#pools.get(kind) ?? this.#named().filter(each => applies(each.entity))
    this.#pools.set(kind, pool)
    const before = countBefore(pool, at)
    return (pool[before - 1] ?? pool[before])?.entity
  }

  /** The same, and where none is named the card's own. */
  nearestOrOwn(at: number, kind: string, applies: (entity: Entity) => boolean): Entity | undefined {
    const { subject } = this.setting
    return this.nearest(at, kind, applies) ?? (subject && applies(subject) ? subject : undefined)
  }

  add({ entity, attribute, value, confidence, first, valueAt }: Match): void {
    const { block, words, quoted } = this.passage
    const word = words[valueAt]
    if (!word) return
    const inDialogue = quoted[valueAt] ?? false
    const base = this.setting.subject ? cardConfidence : confidence
    const factors = (inDialogue ? 0.8 : 1) * (this.#hedged(first, valueAt) ? 0.5 : 1)
    const part = partOnLine(block, this.sentence.start, this.sentence.end, word.start)
    const start = placeOf(block, words[first]?.start ?? word.start)
    const at = start.line === part.line ? start.column : placeOf(block, word.start).column
    const source = this.setting.subject ? 'card' : 'prose'
    const whole = { entity, attribute, value, confidence: base * factors, path: this.setting.path, part, at }
    this.facts.push({ ...whole, inDialogue, source })
  }

  #named(): readonly Mention[] {
    const { mentions } = this.passage
    const { firstWord, endWord } = this.sentence
    return mentions.slice(countBefore(mentions, firstWord), countBefore(mentions, endWord))
  }

  /** A doubt in front of the match, or inside of it before the value ("were not gray"). */
  #hedged(first: number, valueAt: number): boolean {
    for (let at = Math.max(this.sentence.firstWord, first - 7); at < valueAt; at++) {
      const [word, next] = [this.lower(at), this.lower(at + 1)]
      if (hedges.has(word) || /n['’]t$/.test(word)) return true
      if ((word === 'as' && (next === 'if' || next === 'though')) || (word === 'no' && next === 'longer')) return true
    }
    return false
  }
}

function sure(mention: Mention): Owner {
  return { entity: mention.entity, confidence: 0.95, first: mention.first }
}

import { isDocument } from '../workspace/template.ts'
import { type CardLine, cardLinesOf } from './card-lines.ts'
import { type FrontMatter, frontMatterOf } from './scene-head.ts'
import { isCapitalised, isStopword, type Word, wordsOf } from './words.ts'

export type Gender = 'f' | 'm' | 'n'

export interface NameToken {
  token: string
  line: number
}

/** What a card of the compendium is about. */
export interface Entity {
  /** The path of its card. */
  id: string
  kind: string
  title: string
  aliases: readonly string[]
  /** What it is called in a text; a character also by its own words. */
  names: readonly string[]
  /** Last word of the title, lower case. */
  head: string
  gender: Gender | null
  character: boolean
  event: boolean
  hardness: 'hard' | 'soft'
}

export interface CardText {
  path: string
  category: string
  title: string
  lines: readonly string[]
}

export interface CanonCard extends CardText {
  front: FrontMatter | null
  pairs: readonly CardLine[]
  entity: Entity
}

/** One entity per card; a word of a title is a name only when it leads to one character. */
export function cardsOf(texts: readonly CardText[], hardnessByPath: ReadonlyMap<string, 'hard' | 'soft'>): CanonCard[] {
  const owners = new Map<string, number>()
  for (const text of texts.filter(each => isCharacter(each.category)))
    for (const word of titleWords(text.title)) owners.set(word, (owners.get(word) ?? 0) + 1)
  return texts.map(text => {
    const front = frontMatterOf(text.lines)
    const pairs = cardLinesOf(text.lines, front)
    const aliases = pairs.filter(each => each.key === 'aliases' || each.key === 'alias').flatMap(listIn)
    const character = isCharacter(text.category)
    const own = character ? titleWords(text.title).filter(word => owners.get(word) === 1) : []
    const entity = {
      id: text.path,
      kind: text.category,
      title: text.title,
      aliases,
      names: [...new Set([text.title, text.title.replace(/^the\s+/i, ''), ...aliases, ...own, ...commonNames(text)])],
      head: wordsOf(text.title).at(-1)?.lower ?? '',
      gender: character ? genderOf(text.lines, pairs) : null,
      character,
      event: /^event/i.test(text.category),
      hardness: hardnessOf(pairs) ?? hardnessByPath.get(text.path) ?? 'soft',
    }
    return { ...text, front, pairs, entity }
  })
}

/** The capitalised words a card knows its subject and what belongs to it by, with the line that says so. */
export function nameTokensOf({ lines, pairs, entity }: CanonCard, plain: readonly CardLine[]): NameToken[] {
  const titleLine = lines.findIndex(line => line.includes(entity.title)) + 1
  const named = [
    ...wordsOf(entity.title).map(word => ({ token: word.base, line: Math.max(1, titleLine) })),
    ...[...pairs.filter(each => each.key.startsWith('alias')), ...plain].flatMap(({ value, line }) =>
      wordsOf(value).map(word => ({ token: word.base, line })),
    ),
  ]
  return named.filter(({ token }) => isCapitalised(token))
}

/** What a document is about is not a proper name: sentences write it in lower case, and often in the plural. */
function commonNames({ path, title }: CardText): string[] {
  const name = title.replace(/^the\s+/i, '').toLowerCase()
  return isDocument(path) ? [name, `${name}s`] : []
}

function isCharacter(category: string): boolean {
  return /^char/i.test(category)
}

function titleWords(title: string): string[] {
  const long = wordsOf(title).filter(word => word.text.length >= 3 && !isStopword(word.lower))
  return [...new Set(long.map(word => word.text))]
}

function listIn({ value }: CardLine): string[] {
  return value
    .split(/[,;]/)
    .map(part => part.trim())
    .filter(part => part !== '')
}

function genderOf(lines: readonly string[], pairs: readonly CardLine[]): Gender | null {
  const said = pairs.find(each => each.key === 'pronouns')?.value.toLowerCase()
  if (said !== undefined) return /^she\b/.test(said) ? 'f' : /^he\b/.test(said) ? 'm' : 'n'
  const words = lines.flatMap(line => wordsOf(line).map(word => word.lower))
  const she = words.filter(word => word === 'she' || word === 'her' || word === 'hers').length
  const he = words.filter(word => word === 'he' || word === 'him' || word === 'his').length
  if (Math.max(she, he) < 2 || Math.max(she, he) / (she + he) < 0.75) return null
  return she > he ? 'f' : 'm'
}

function hardnessOf(pairs: readonly CardLine[]): 'hard' | 'soft' | undefined {
  const said = pairs.find(each => each.key === 'hardness')?.value.toLowerCase()
  return said === 'hard' || said === 'soft' ? said : undefined
}

/** An entity called by one of its names. */
export interface Mention {
  entity: Entity
  /** First word, and one past the last. */
  first: number
  end: number
  possessive: boolean
}

interface Node {
  entity?: Entity
  next: Map<string, Node>
}

/** Finds names, longest first, in one walk over the words however many names there are. */
export class NameIndex {
  readonly #root: Node = { next: new Map() }

  /** Where two entities share a name the first one keeps it. */
  constructor(entities: readonly Entity[]) {
    for (const entity of entities) for (const name of entity.names) this.#add(name, entity)
  }

  find(text: string, words: readonly Word[]): Mention[] {
    const found: Mention[] = []
    for (let at = 0; at < words.length; ) {
      const mention = this.#longestAt(text, words, at)
      if (mention) found.push(mention)
      at = mention?.end ?? at + 1
    }
    return found
  }

  /** The entity that a name means, as a person wrote it. */
  named(name: string): Entity | undefined {
    const words = wordsOf(name)
    const [mention, ...others] = this.find(name, words)
    return mention && others.length === 0 && mention.first === 0 && mention.end === words.length
      ? mention.entity
      : undefined
  }

  #add(name: string, entity: Entity): void {
    let node = this.#root
    let end = 0
    for (const word of wordsOf(name)) {
      const key = edge(name, end, word)
      const next = node.next.get(key) ?? { next: new Map() }
      node.next.set(key, next)
      node = next
      end = word.end
    }
    if (node !== this.#root) node.entity ??= entity
  }

  #longestAt(text: string, words: readonly Word[], first: number): Mention | undefined {
    let node: Node | undefined = this.#root
    let best: Mention | undefined
    for (let at = first; node && at < words.length; at++) {
      const word = words[at]
      if (!word) break
      const from = at === first ? 0 : (words[at - 1]?.end ?? 0)
      const gap = at === first ? '' : text.slice(from, word.start).replace(/\s+/g, ' ')
      const owned: Node | undefined = word.base === word.text ? undefined : node.next.get(gap + word.base)
      if (owned?.entity) best = { entity: owned.entity, first, end: at + 1, possessive: true }
      node = node.next.get(gap + word.text)
      if (node?.entity) best = { entity: node.entity, first, end: at + 1, possessive: endsOwning(text, word) }
    }
    return best
  }
}

function edge(name: string, end: number, word: Word): string {
  return end === 0 ? word.text : name.slice(end, word.start).replace(/\s+/g, ' ') + word.text
}

/** "The steps' end" and the like: an apostrophe after a final s. */
function endsOwning(text: string, word: Word): boolean {
  return /s$/i.test(word.text) && /['’]/.test(text[word.end] ?? '') && /\s/.test(text[word.end + 1] ?? '')
}

import type { Entity } from './entities.ts'
import { type Word, wordsOf } from './words.ts'

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

  /** The entity a name as a person wrote it stands for. */
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

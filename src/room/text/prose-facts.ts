import type { Entity } from './entities.ts'
import type { Comparable, Fact } from './facts.ts'
import type { Passage } from './passages.ts'
import { findHands, findLife, findLooks } from './patterns/people.ts'
import { findAmounts, findMaterial, findYears } from './patterns/things.ts'
import { Scan, type Setting } from './scan.ts'

/** What the sentences of a file say about known entities, in reading order. */
export function proseFacts(passages: readonly Passage[], setting: Setting, comparable: Comparable): Fact[] {
  return passages.flatMap(passage => passageFacts(passage, setting, comparable))
}

function passageFacts(passage: Passage, setting: Setting, comparable: Comparable): Fact[] {
  const inParagraph = new Set(passage.mentions.map(each => each.entity))
  let before: Entity[] = []
  let next = 0
  return passage.sentences.flatMap((sentence, index) => {
    const scan = new Scan(passage, index, sentence, setting)
    findLooks(scan)
    findHands(scan)
    findLife(scan)
    findMaterial(scan, comparable)
    findYears(scan)
    findAmounts(scan, { comparable, inParagraph, before })
    before = []
    for (; (passage.mentions[next]?.end ?? Number.POSITIVE_INFINITY) <= sentence.endWord; next++) {
      const entity = passage.mentions[next]?.entity
      if (entity) before.push(entity)
    }
    return scan.facts
  })
}

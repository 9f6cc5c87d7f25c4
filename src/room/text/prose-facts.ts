import type { Entity } from './entities.ts'
import type { Fact, Sought } from './facts.ts'
import type { Passage } from './passages.ts'
import { findHands, findLife, findLooks } from './patterns/people.ts'
import { findAmounts, findMaterial, findYears } from './patterns/things.ts'
import { Scan, type Setting } from './scan.ts'

/** What the sentences of a file say about known entities, in reading order. */
export function proseFacts(passages: readonly Passage[], setting: Setting, sought: Sought): Fact[] {
  return passages.flatMap(passage => passageFacts(passage, setting, sought))
}

function passageFacts(passage: Passage, setting: Setting, sought: Sought): Fact[] {
  const inParagraph = new Set(passage.mentions.map(each => each.entity))
  let before: Entity[] = []
  let next = 0
  return passage.sentences.flatMap((sentence, index) => {
    const scan = new Scan(passage, index, sentence, setting)
    findLooks(scan)
    findHands(scan)
    findLife(scan)
    findMaterial(scan, sought)
    findYears(scan)
    findAmounts(scan, { sought, inParagraph, before })
    before = []
    for (; (passage.mentions[next]?.end ?? Number.POSITIVE_INFINITY) <= sentence.endWord; next++) {
      const entity = passage.mentions[next]?.entity
      if (entity) before.push(entity)
    }
    return scan.facts
  })
}

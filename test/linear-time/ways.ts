import { extractCard } from '../../src/room/canon/extract.ts'
import { passageOf } from '../../src/room/text/sentences.ts'
import { structureOf } from '../../src/room/text/structure.ts'
import { eventMarkers } from '../../src/room/tools/consistency-overview.ts'
import { criteriaOf, nameScore } from '../../src/room/tools/file-locator.ts'
import { schemaErrors } from '../../src/room/turns/json-schema.ts'
import type { Prepared } from './prepared.ts'

/** Whole ways of a text through the program, where a function by itself says too little. */
export const ways: { [name: string]: (text: string, prepared: Prepared) => unknown } = {
  'file_locator, a glob of a request': text =>
    nameScore(criteriaOf(`${'*a'.repeat(60)}b`, true), text.slice(0, longestPath), text, [text]),
  'time marks of a scene': (text, { names }) =>
    eventMarkers(structureOf(text.split('\n')).blocks.map(block => passageOf(block, names))),
  'a card of the compendium': text =>
    extractCard({ path: 'card.md', category: 'Misc', title: 'A card', lines: text.split('\n') }),
  'formats of a JSON schema': text =>
    ['date-time', 'email', 'uri', 'ipv6', 'uuid', 'duration'].map(format => schemaErrors({ format }, text)),
  'a reply with evidence': (text, { room }) => {
    const half = text.slice(text.length / 2)
    return room.check(`${half}\nEvidence: ${half}`)
  },
}

const longestPath = 4096

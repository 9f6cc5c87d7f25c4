import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { jsonl } from '../fixtures/transcripts/lines.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { type Said, triggersByTheLetter, written } from './claude-reference.ts'
import { claudeFile } from './scanning.ts'

const text = fc.constantFrom('/go', 'stop', 'wait')
const uuid = fc.constantFrom('u1', 'u2', 'u3', 'u4')
const timed = fc.integer({ min: 0, max: 9 }).map(n => n > 0)

const nullable = (word: fc.Arbitrary<string>): fc.Arbitrary<string | null> => fc.option(word)
const one = (said: fc.Arbitrary<Said>) => said.map(value => [value])
const said: fc.Arbitrary<Said[]> = fc.oneof(
  one(fc.record({ is: fc.constant('message'), text, uuid, timed })),
  one(fc.record({ is: fc.constant('command'), text: fc.constant('/go'), uuid, timed })),
  one(fc.record({ is: fc.constant('steering'), text, source: nullable(uuid), timed })),
  one(
    fc.record({
      is: fc.constant('queue'),
      operation: fc.constantFrom('enqueue', 'remove', 'remove', 'dequeue', 'popAll'),
      content: nullable(text),
      timed,
    }),
  ),
  one(fc.constantFrom({ is: 'local-answer' }, { is: 'reply' }, { is: 'meta' })),
  fc
    .record({ uuid, last: fc.constantFrom<Said[]>([{ is: 'reply' }], [{ is: 'meta' }, { is: 'reply' }], []) })
    .map(({ uuid, last }): Said[] => [
      { is: 'command', text: '/go', uuid, timed: true },
      { is: 'local-answer' },
      { is: 'meta' },
      ...last,
    ]),
  fc.integer({ min: 1, max: 55 }).map(count => Array.from({ length: count }, (): Said => ({ is: 'filler' }))),
)

it('the triggers of a session are found in one pass as the rules find them in many', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 25 }), groups => {
      const all = groups.flat()
      const bytes = jsonl(all.map((line, i) => written(line, i + 1)))
      const { turns } = scanChunks(claudeReader, claudeFile, [bytes]).summary
      expect(turns.map(turn => ({ line: turn.startLine, text: turn.text }))).toEqual(triggersByTheLetter(all))
      const ends = turns.map((_, i) => (turns[i + 1]?.startLine ?? all.length + 1) - 1)
      expect(turns.map(({ endLine }) => endLine)).toEqual(ends)
    }),
    { numRuns: propertyRuns(800) },
  )
})

it('a turn begins with a command that was passed on, also where the client answers it once more', () => {
  const command: Said = { is: 'command', text: '/go', uuid: 'u1', timed: true }
  const all: Said[] = [command, { is: 'local-answer' }, { is: 'meta' }, { is: 'local-answer' }, { is: 'reply' }]
  const { turns } = scanChunks(claudeReader, claudeFile, [jsonl(all.map((line, i) => written(line, i + 1)))]).summary
  expect(turns.map(({ text }) => text)).toEqual(['/go'])
})

it('the triggers of a session are found alike when it is read in two parts', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 15 }), fc.double({ min: 0, max: 1, noNaN: true }), (groups, place) => {
      const bytes = jsonl(groups.flat().map((line, i) => written(line, i + 1)))
      const first = scanChunks(claudeReader, claudeFile, [bytes.subarray(0, Math.floor(place * bytes.length))])
      const { turns, marks, tally } = first.summary
      const stored = { ...first, turns, marks, size: tally.bytes }
      const rest = bytes.subarray(first.position.bytes)
      expect(scanChunks(claudeReader, claudeFile, [rest], stored)).toEqual(
        scanChunks(claudeReader, claudeFile, [bytes]),
      )
    }),
    { numRuns: propertyRuns(300) },
  )
})

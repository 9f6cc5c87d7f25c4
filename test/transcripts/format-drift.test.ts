import { expect, it } from 'vitest'
import { coverageOf } from '../../src/diary/prepare/coverage.ts'
import { agents } from '../../src/transcripts/agents.ts'
import { loadReaders } from '../../src/transcripts/readers.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { jsonl } from '../fixtures/transcripts/lines.ts'
import { corpora } from './corpora.ts'

/** These read the same lines as another agent, which has the fixtures. */
const readAs: { [source: string]: string } = { 'kilo-code': 'cline', 'roo-code': 'cline' }

it.each(agents.map(({ source }) => source))(
  'words that the reader of %s does not know make a day not final',
  async source => {
    const reader = (await loadReaders()).get(source)
    const fixtures = corpora.filter(corpus => corpus.reader.source === (readAs[source] ?? source))
    expect(fixtures.length).toBeGreaterThan(0)
    for (const { file, fixtures: files } of fixtures) {
      const sessions = files.filter(([, bytes]) => reader && problemsOf(bytes).length === 0)
      expect(sessions.length).toBeGreaterThan(0)
      for (const [name, bytes] of sessions) {
        const strange = file.materialized
          ? { kind: 'event', message_id: null, timestamp: null, name: 'other', text: 'v99' }
          : { type: 'v99', role: 'v99', words: 'x'.repeat(200) }
        const drifted = Buffer.concat([bytes, jsonl(Array.from({ length: 40 }, () => strange))])
        expect([name, problemsOf(drifted)]).toEqual([name, ['unknown-format']])
      }

      function problemsOf(bytes: Buffer) {
        if (!reader) return []
        const { summary } = scanChunks(reader, file, [bytes])
        const all = [...summary.turns.keys()]
        if (all.length === 0) return ['no turns']
        return coverageOf({ ...summary, size: bytes.length }, all, all).problems
      }
    }
  },
)

import { describe, expect, it } from 'vitest'
import { contextVerbs } from './context/verbs.ts'
import { projectsVerbs } from './projects.ts'
import { recordsVerbs } from './records/verbs.ts'
import { type Terminal, terminal } from './terminal.ts'
import type { VerbGroup } from './verb.ts'

const hostile = 'title \u001b]0;owned\u0007 \u009b2J \u202egnp.exe \u{e0041}\nnext\tline\r'
const shown = 'title ␛]0;owned␇ <U+009B>2J <U+202E>gnp.exe <U+E0041>\nnext\tline␍'

type Show = (page: Terminal) => void

/** What a command writes to stdout when that is a terminal, or a file. */
function written(isTTY: boolean, show: Show): string {
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  show(terminal({ stdout: { write, isTTY }, stderr: { write: () => {} }, env: {} }))
  return text
}

/** What a verb shows of an answer. */
function shows(verb: VerbGroup[string] | undefined, answer: object, own: object = {}): Show {
  if (!verb || 'about' in verb) throw new Error('No such verb.')
  return page => verb.show?.(answer as never, page, own as never)
}

const block = { text: hostile, estimatedTokens: 1, sections: [], dropped: [], notices: [] }

describe.each<[string, string, Show]>([
  ['records export', '', shows(recordsVerbs.export, { jsonl: hostile, records: 1, versions: 1, project_id: 'p' })],
  ['projects export', '', shows(projectsVerbs.export, { json: hostile, count: 1 })],
  ['context build', '\n', shows(contextVerbs.build, block, { digest: true })],
])('%s (access 20)', (_, end, show) => {
  it('shows controls and marks of direction on a terminal instead of sending them', () => {
    expect(written(true, show)).toBe(shown + end)
  })

  it('keeps every byte for a file or a pipe', () => {
    expect(written(false, show)).toBe(hostile + end)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionCoverage } from '../../src/diary/schema.ts'
import { AT, type ClaudeLine, P, RAW, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { readJson, treeOf } from './build-workspace.ts'
import { settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

type Program = Awaited<ReturnType<typeof openProgram>>

const asked = [P('Count the apples.'), AT('Seven.')]

async function prepared(bytes: Buffer, program?: Program, mode = {}) {
  const opened = program ?? (await openProgram())
  settledFile(opened.machine.claude('one'), bytes)
  await opened.prepare(mode)
  return opened
}

function stateOf(program: Program): unknown {
  const { status, incomplete } = Object(readJson(join(program.workspace(), 'metadata.json')))
  return { status, incomplete }
}

function coverageIn(program: Program): SessionCoverage[] {
  const files = Object.keys(treeOf(program.workspace())).filter(path => path.endsWith('coverage.jsonl'))
  return files.flatMap(path =>
    readFileSync(join(program.workspace(), path), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line)),
  )
}

describe('A day that is over', () => {
  it('A day that is over is final when every byte of its transcripts is read or skipped with a reason', async () => {
    const bytes = session(...asked, RAW({ type: 'system', subtype: 'turn_duration' }))
    const program = await prepared(bytes)
    expect(stateOf(program)).toEqual({ status: 'final', incomplete: undefined })
    const [coverage] = coverageIn(program)
    expect(coverage).toMatchObject({ bytes: bytes.length, lost: 0, problems: [] })
    expect(Object.keys(coverage?.skipped ?? {})).toEqual(['system'])
    expect((coverage?.read ?? 0) + (coverage?.skipped.system ?? 0)).toBe(bytes.length)
  })

  it.each<[string, Buffer, string]>([
    ['ends in the middle of a record', Buffer.concat([session(...asked), Buffer.from('{"type":"assi')]), 'cut-off'],
    [
      'has a line that cannot be read',
      Buffer.concat([session(...asked), Buffer.from('{"type":\n'), session(AT('Eight.'))]),
      'unreadable-lines',
    ],
    [
      'is of a format that nobody knows',
      session(...asked, ...Array.from({ length: 9 }, (): ClaudeLine => RAW({ type: 'v9', words: 'x'.repeat(200) }))),
      'unknown-format',
    ],
  ])('A day that is over is not final when a transcript %s', async (_, bytes, reason) => {
    const program = await prepared(bytes)
    expect(stateOf(program)).toEqual({ status: 'partial', incomplete: [reason] })
    expect(await program.call('diary_status', { date: '2026-05-12' })).toMatchObject({ incomplete: [reason] })
    expect((await program.call('diary_days', {})).days).toMatchObject([{ incomplete: [reason] }])
  })

  it('A day that is over is not final when a transcript of that day is of a format in which no turn can be found', async () => {
    const program = await openProgram()
    const strange = (day: string): ClaudeLine => RAW({ type: 'v9', timestamp: `${day}T03:00:00.000Z` })
    settledFile(program.machine.claude('two'), session(strange('2026-05-11'), strange('2026-05-11')))
    await prepared(session(...asked), program)
    expect(stateOf(program)).toEqual({ status: 'final', incomplete: undefined })
    settledFile(program.machine.claude('two'), session(strange('2026-05-12'), strange('2026-05-12')))
    await prepared(session(...asked), program, { mode: 'refresh' })
    expect(stateOf(program)).toEqual({ status: 'partial', incomplete: ['unknown-format'] })
  })

  it.each<[string, Buffer, string]>([
    ['is shorter than it was', session(P('Count the apples.')), 'cut-off'],
    ['was rewritten', session(P('Count the pears.'), AT('Seven.'), AT('No, six.')), 'rewritten'],
  ])(
    'A day that is over is not final once a transcript it had %s, until it is prepared again',
    async (_, changed, reason) => {
      const program = await prepared(session(...asked))
      expect(stateOf(program)).toEqual({ status: 'final', incomplete: undefined })
      for (const mode of [{ mode: 'refresh' }, { mode: 'refresh' }]) await prepared(changed, program, mode)
      expect(stateOf(program)).toEqual({ status: 'partial', incomplete: [reason] })
      expect(coverageIn(program)).toMatchObject([{ problems: [reason] }])
      await prepared(changed, program, { mode: 'rebuild' })
      expect(stateOf(program)).toEqual({ status: 'final', incomplete: undefined })
    },
  )

  it('A day that is over is final when a transcript only went on', async () => {
    const program = await prepared(session(...asked))
    await prepared(session(...asked, AT('Surely.')), program, { mode: 'refresh' })
    expect(stateOf(program)).toEqual({ status: 'final', incomplete: undefined })
  })
})

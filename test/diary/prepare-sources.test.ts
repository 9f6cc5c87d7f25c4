import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const day = 86_400

describe('The survey of sources', () => {
  it('The survey of sources shows every home: files, sessions, what is left out and why', async () => {
    const program = await openProgram()
    const { machine } = program
    settledFile(machine.claude('one'), fixture('c1-basic'))
    settledFile(machine.claude('agent-two'), fixture('c6-sidechain-only'))
    machine.env.DAYBOOK_CODEX_ROOTS = ''
    const before = await program.call('diary_sources')
    expect(before.sources[0]).toMatchObject({ source: 'claude-code', files: 2, not_indexed: 2, sessions: 0 })
    expect((await program.call('diary_index')).counters).toMatchObject({ files_parsed: 2, turns_total: 2 })
    const { sources, archive } = await program.call('diary_sources')
    expect(sources[0]).toMatchObject({
      roots: [{ root: machine.env.DAYBOOK_CLAUDE_ROOTS, state: 'ok' }],
      files: 2,
      bytes: fixture('c1-basic').length + fixture('c6-sidechain-only').length,
      not_indexed: 0,
      sessions: 2,
      excluded: { subagent: 1 },
      oldest: '2026-05-12T02:00:00Z',
    })
    const codex = sources.find(({ source }: { source: string }) => source === 'codex')
    expect(codex).toMatchObject({ roots: [{ state: 'disabled' }], files: 0 })
    expect(archive).toMatchObject({ state: 'on', transcripts: 2 })
    expect(archive.stored_bytes).toBeGreaterThan(0)
  })

  it('The survey of sources warns of what Claude Code deletes next, by its own setting', async () => {
    const program = await openProgram()
    program.at(new Date().toISOString())
    const { machine } = program
    settledFile(machine.claude('fresh'), session(P('Now.', { uuid: 'a' })))
    settledFile(machine.claude('old'), session(P('Then.', { uuid: 'b' })), 25 * day)
    settledFile(machine.claude('older'), session(P('Before.', { uuid: 'c' })), 31 * day)
    const [soon] = (await program.call('diary_sources')).deletes
    expect(soon).toMatchObject({ after_days: 30, soon: 2, unarchived: 2 })
    expect(soon.next.map((one: { session_id: string }) => one.session_id)).toEqual(['older', 'old'])
    await program.call('diary_index')
    settledFile(join(machine.home, 'settings.json'), '{"cleanupPeriodDays": 365}')
    expect((await program.call('diary_sources')).deletes).toMatchObject([{ after_days: 365, soon: 0 }])
    settledFile(join(machine.home, 'settings.json'), '{"cleanupPeriodDays": 20}')
    expect((await program.call('diary_sources')).deletes).toMatchObject([{ soon: 2, unarchived: 0 }])
  })

  it('The survey of sources knows from the prompt history which sessions are lost, and which only look so', async () => {
    const program = await openProgram()
    const { machine } = program
    const prompts = [
      { display: 'Kept.', sessionId: 'kept', timestamp: 1_778_551_200_000 },
      { display: 'Archived.', sessionId: 'archived', timestamp: 1_778_551_200_000 },
      { display: 'Lost.', sessionId: 'lost', timestamp: 1_778_551_260_000 },
      { display: 'Lost more.', sessionId: 'lost', timestamp: 1_778_551_320_000 },
      { display: '/model', sessionId: 'only-a-command', timestamp: 1_778_551_320_000 },
      { display: 'Before sessions were named.', timestamp: 1_700_000_000_000 },
    ]
    settledFile(
      join(machine.home, 'history.jsonl'),
      `${prompts.map(each => JSON.stringify(each)).join('\n')}\nnot json\n`,
    )
    settledFile(machine.claude('kept'), session(P('Kept.', { uuid: 'a' })))
    settledFile(machine.claude('archived'), session(P('Archived.', { uuid: 'b' })))
    await program.call('diary_index')
    rmSync(machine.claude('archived'))
    const { lost, sources } = await program.call('diary_sources')
    expect(lost).toEqual([
      {
        source: 'claude-code',
        sessions: 1,
        prompts: 2,
        first_at: '2026-05-12T02:01:00Z',
        last_at: '2026-05-12T02:02:00Z',
      },
    ])
    expect(sources[0]).toMatchObject({ files: 1 })
  })
})

describe('Indexing by hand', () => {
  it('Indexing by hand reads everything again when asked, the archive as well', async () => {
    const program = await openProgram(agentHome())
    settledFile(program.machine.claude('one'), fixture('c1-basic'))
    expect((await program.call('diary_index')).counters).toMatchObject({ files_parsed: 1 })
    expect((await program.call('diary_index')).counters).toMatchObject({ files_unchanged: 1, bytes_read: 0 })
    expect((await program.call('diary_index', { rebuild: true })).counters).toMatchObject({ files_parsed: 1 })
    expect((await program.call('diary_index', { verify: true })).archive).toMatchObject({ damaged: 0, transcripts: 1 })
    expect(await program.call('diary_index', { again: true })).toMatchObject({ status: 'invalid' })
  })
})

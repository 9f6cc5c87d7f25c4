import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { searchLines } from '../../src/diary/operations/diary-session-search.ts'
import type { CompactRecord } from '../../src/diary/workspace/transcript.ts'
import { chainFor, claudeLines, ledger, spanHash } from './build-workspace.ts'
import { openTestDiary } from './test-diary.ts'

const lines = claudeLines(6)
const broken = [...lines.slice(0, 4), '{"type":"user","message"', ...lines.slice(5)]
const turns: Array<[number, number]> = [
  [1, 2],
  [3, 6],
]
const day = { projects: [{ sessions: [{ lines: broken, turns }] }] }
const here = { project_key: ledger, session_ref: 'S0001' }

describe('diary_session', () => {
  it('diary_session shows the size of a session and its turns, with how those ended that have a chain', async () => {
    const testDiary = await openTestDiary(day)
    await testDiary.call('write_evidence', { ...here, evidence_chain: chainFor('T0001', 1) })
    expect(await testDiary.call('diary_session', { ...here, date: '2026-05-12' })).toEqual({
      status: 'ok',
      date: '2026-05-12',
      timezone: 'UTC',
      project_key: ledger,
      project_label: 'ledger',
      session_ref: 'S0001',
      title: 'Please do part 1.',
      source: 'claude-code',
      source_session_id: 'session-1',
      total_lines: 6,
      bytes: Buffer.byteLength(`${broken.join('\n')}\n`),
      turns: [
        {
          turn_ref: 'T0001',
          start_line: 1,
          end_line: 2,
          trigger_at: '2026-05-12T09:01:00Z',
          trigger_kind: 'message',
          terminal: 'material_result',
          span_sha256: spanHash(broken.slice(0, 2)),
          cost_usd: null,
          cost_at_least: true,
        },
        {
          turn_ref: 'T0002',
          start_line: 3,
          end_line: 6,
          trigger_at: '2026-05-12T09:03:00Z',
          trigger_kind: 'message',
          terminal: null,
          span_sha256: spanHash(broken.slice(2, 6)),
          cost_usd: null,
          cost_at_least: true,
        },
      ],
    })
  })

  it('diary_session still shows a session whose card cannot be used, or whose facts are gone', async () => {
    const testDiary = await openTestDiary(day)
    await testDiary.call('write_evidence', { ...here, evidence_chain: chainFor('T0001', 1) })
    const folder = join(testDiary.root, 'projects', ledger)
    writeFileSync(join(folder, 'evidence', 'S0001.json'), '[]')
    writeFileSync(join(folder, 'turn-facts.jsonl'), '')
    const { total_lines, turns } = await testDiary.call('diary_session', here)
    expect(total_lines).toBe(6)
    expect(turns[0]).toEqual({
      turn_ref: 'T0001',
      start_line: 1,
      end_line: 2,
      trigger_at: null,
      trigger_kind: null,
      terminal: null,
      span_sha256: null,
      cost_usd: null,
      cost_at_least: true,
    })
  })

  it('diary_session names what is unknown and changes nothing', async () => {
    const testDiary = await openTestDiary(day)
    expect(await testDiary.refused('diary_session', { ...here, session_ref: 'S0009' })).toEqual(['session_ref'])
    expect(await testDiary.refused('diary_session', { ...here, project_key: '../x' })).toEqual(['project_key'])
    expect(await testDiary.refused('diary_session', { ...here, date: '2026-05-11' })).toEqual(['date'])
    expect(await testDiary.refused('diary_session', { session_ref: 'S0001' })).toEqual(['project_key'])
  })
})

describe('diary_session_outline', () => {
  const row = (record: object) => JSON.stringify({ timestamp: '2026-05-12T09:01:00Z', ...record })
  const call = (id: string, name: string) =>
    row({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] } })
  const told = (parentToolUseID: string, agentId: string, text: string) =>
    row({
      type: 'progress',
      parentToolUseID,
      data: {
        type: 'agent_progress',
        agentId,
        message: { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } },
      },
    })
  const session = [
    row({ type: 'user', message: { role: 'user', content: 'Look at both' } }),
    call('c1', 'Task'),
    call('c2', 'Task'),
    row({ type: 'progress', data: { type: 'hook_progress' } }),
    told('c1', 'a1', 'I read the ledger'),
    told('c2', 'a2', 'I read the shop'),
    told('c1', 'a1', 'It adds up'),
    '{"type":"user","message"',
    row({ type: 'file-history-snapshot', snapshot: {} }),
    row({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Both are fine.' }] } }),
  ]
  const whole: Array<[number, number]> = [[1, session.length]]
  const agents = { projects: [{ sessions: [{ lines: session, turns: whole }] }] }

  it('diary_session_outline names the rows that show nothing, and the sub-agents by the call that started them', async () => {
    const { call: ask } = await openTestDiary(agents)
    expect(await ask('diary_session_outline', here)).toEqual({
      status: 'ok',
      hidden: [
        [4, 7],
        [9, 9],
      ],
      agents: [
        { call_line: 2, subagent: 'a1', rows: 2 },
        { call_line: 3, subagent: 'a2', rows: 1 },
      ],
    })
  })

  it('diary_session_outline shows what one sub-agent said, and nothing of the others', async () => {
    const { call: ask } = await openTestDiary(agents)
    const { records, left_off } = await ask('diary_subagent_lines', { ...here, subagent: 'a1' })
    expect(records).toMatchObject([
      { line: 5, role: 'assistant', text_preview: 'I read the ledger' },
      { line: 7, text_preview: 'It adds up' },
    ])
    expect(left_off).toBe(0)
    expect(await ask('diary_subagent_lines', { ...here, subagent: 'nobody' })).toMatchObject({ records: [] })
  })
})

describe('diary_session_search', () => {
  it('diary_session_search finds what compact lines say, whatever the case, malformed ones included', async () => {
    const testDiary = await openTestDiary(day)
    const find = async (query: string) => (await testDiary.call('diary_session_search', { ...here, query })).lines
    expect(await find('PLEASE DO')).toEqual([1, 3])
    expect(await find('part 3')).toEqual([3, 4])
    expect(await find('malformed')).toEqual([5])
    expect(await find('uuid')).toEqual([])
  })

  it('diary_session_search stops after enough lines and says where to go on', async () => {
    const testDiary = await openTestDiary({ projects: [{ sessions: [{ lines: claudeLines(40), turns: [[1, 40]] }] }] })
    const first = await testDiary.call('diary_session_search', { ...here, query: 'please', limit: 3 })
    expect(first).toEqual({ status: 'ok', lines: [1, 3, 5], searched_to: 5, next_line: 6 })
    const rest = await testDiary.call('diary_session_search', { ...here, query: 'please', from_line: 6 })
    expect(rest.lines).toEqual(Array.from({ length: 17 }, (_, index) => 7 + index * 2))
    expect(rest.next_line).toBeNull()
  })

  it('diary_session_search reads no more than a stretch of lines or bytes for one call, but always one line', async () => {
    const text = (line: number) => (line % 10 === 0 ? 'a Needle here' : 'hay')
    const read: number[] = []
    const transcript = {
      last: 100,
      offset: (line: number) => (line - 1) * 100,
      async compact(start: number, end: number): Promise<CompactRecord[]> {
        return Array.from({ length: end - start + 1 }, (_, index) => {
          read.push(start + index)
          return record(start + index, text(start + index))
        })
      },
    }
    expect(await searchLines(transcript, 'NEEDLE', 1, 200, { lines: 25, bytes: 1e9 })).toEqual({
      lines: [10, 20],
      searched_to: 25,
      next_line: 26,
    })
    expect(read).toHaveLength(25)
    expect(await searchLines(transcript, 'needle', 26, 200, { lines: 1000, bytes: 520 })).toEqual({
      lines: [30],
      searched_to: 30,
      next_line: 31,
    })
    expect(await searchLines(transcript, 'needle', 100, 200, { lines: 1000, bytes: 1 })).toEqual({
      lines: [100],
      searched_to: 100,
      next_line: null,
    })
  })

  it('diary_session_search refuses what it cannot look for', async () => {
    const testDiary = await openTestDiary(day)
    expect(await testDiary.refused('diary_session_search', { ...here, query: '  ' })).toEqual(['query'])
    expect(await testDiary.refused('diary_session_search', { ...here, query: 'x'.repeat(501) })).toEqual(['query'])
    expect(await testDiary.refused('diary_session_search', { ...here, query: 'x', from_line: 7 })).toEqual([
      'from_line',
    ])
    expect(await testDiary.refused('diary_session_search', { ...here, query: 'x', limit: 0 })).toEqual(['limit'])
  })
})

function record(line: number, text_preview: string): CompactRecord {
  return {
    line,
    record_type: 'user',
    role: 'user',
    content_kinds: ['text'],
    summary: 'User message.',
    text_preview,
    tool_uses: [],
    tool_results: [],
    raw_bytes: 99,
    raw_sha256: '',
    truncated: false,
  }
}

import { createHash } from 'node:crypto'
import { appendFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeLines, ledger, treeOf } from './build-workspace.ts'
import { openTestDiary, type TestDiary } from './test-diary.ts'

const place = { project_key: ledger, session_ref: 'S0001' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function open(lines: string[] | null, more: object = {}): Promise<TestDiary> {
  return openTestDiary({ projects: [{ sessions: [{ lines, turns: [[1, 2]], ...more }] }] })
}

describe('read_session_lines', () => {
  it('read_session_lines answers one compact record for each physical line, with nothing but the keys of the contract', async () => {
    const lines = ['{"type":"summary","summary":"s"}', '', 'torn {', ...claudeLines(2)]
    const testDiary = await open(lines)
    const answer = await testDiary.call('read_session_lines', { ...place, start_line: 1, end_line: 5 })
    const same = (line: number) => ({
      raw_bytes: Buffer.byteLength(lines[line - 1] ?? ''),
      raw_sha256: sha256(lines[line - 1] ?? ''),
    })
    const none = {
      role: null,
      content_kinds: [],
      text_preview: null,
      tool_uses: [],
      tool_results: [],
      truncated: false,
    }
    const text = { content_kinds: ['text'], tool_uses: [], tool_results: [], truncated: false }
    expect(answer).toEqual({
      status: 'ok',
      ...place,
      line_range: { start: 1, end: 5 },
      mode: 'compact',
      records: [
        { line: 1, record_type: 'summary', ...none, summary: 'summary record.', ...same(1) },
        { line: 2, record_type: 'unknown', ...none, summary: 'Malformed JSONL line.', ...same(2) },
        { line: 3, record_type: 'unknown', ...none, summary: 'Malformed JSONL line.', ...same(3) },
        {
          line: 4,
          record_type: 'user',
          role: 'user',
          ...text,
          summary: 'User message.',
          text_preview: 'Please do part 1.',
          ...same(4),
        },
        {
          line: 5,
          record_type: 'assistant',
          role: 'assistant',
          ...text,
          summary: 'Assistant message.',
          text_preview: 'Part 1 is done.',
          ...same(5),
        },
      ],
    })
    expect(Object.keys(answer)).toEqual(['status', 'project_key', 'session_ref', 'line_range', 'mode', 'records'])
    expect(Object.keys(answer.records[0])).toEqual([
      'line',
      'record_type',
      'role',
      'content_kinds',
      'summary',
      'text_preview',
      'tool_uses',
      'tool_results',
      'raw_bytes',
      'raw_sha256',
      'truncated',
    ])
  })

  it('read_session_lines answers the bytes of a line as they are in full mode, with the same size and hash', async () => {
    const testDiary = await open(null)
    const path = join(testDiary.root, 'projects', ledger, 'sessions', 'claude-code', 'session-1.jsonl')
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"a":"\u2028"}\r\n'),
      Buffer.from([0x7b, 0xff, 0x7d]),
      Buffer.from('\n\nlast\r'),
    ])
    const { write } = await import('./build-workspace.ts')
    write(path, '')
    writeFileSync(path, bytes)
    const full = await testDiary.call('read_session_lines', {
      ...place,
      start_line: 1,
      end_line: 4,
      mode: 'full',
      date: '2026-05-12',
    })
    const original = [
      Buffer.from('\ufeff{"a":"\u2028"}'),
      Buffer.from([0x7b, 0xff, 0x7d]),
      Buffer.from(''),
      Buffer.from('last'),
    ]
    expect(full.records).toEqual(
      ['{"a":"\u2028"}', '{\ufffd}', '', 'last'].map((raw_line, index) => ({
        line: index + 1,
        raw_line,
        raw_bytes: original[index]?.length,
        raw_sha256: createHash('sha256')
          .update(original[index] ?? '')
          .digest('hex'),
      })),
    )
    const compact = await testDiary.call('read_session_lines', { ...place, start_line: 1, end_line: 4 })
    const provenance = (records: Array<{ raw_bytes: number; raw_sha256: string }>) =>
      records.map(({ raw_bytes, raw_sha256 }) => ({ raw_bytes, raw_sha256 }))
    expect(provenance(compact.records)).toEqual(provenance(full.records))
  })

  it('read_session_lines pairs a result with the nearest earlier call of its id in the whole file, whatever range is read', async () => {
    const use = (id: string, file_path: string) =>
      JSON.stringify({
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: { file_path } }] },
      })
    const result = (id: string) =>
      JSON.stringify({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
      })
    const lines = [
      use('a', 'old.ts'),
      use('b', 'b.ts'),
      use('a', 'new.ts'),
      result('b'),
      result('a'),
      result('c'),
      use('a', 'later.ts'),
    ]
    const testDiary = await open(lines)
    const paths = async (start_line: number, end_line: number) => {
      const { records } = await testDiary.call('read_session_lines', { ...place, start_line, end_line })
      return records.flatMap((record: { tool_results: Array<{ file_path: string | null }> }) =>
        record.tool_results.map(each => each.file_path),
      )
    }
    expect(await paths(1, 7)).toEqual(['b.ts', 'new.ts', null])
    expect(await paths(5, 6)).toEqual(['new.ts', null])
  })

  it.each<[what: string, args: object, field: string, message: string]>([
    ['an unknown argument before all others', { file: '/etc/passwd', mode: 'raw' }, 'file', 'unknown argument'],
    ['a missing project', { start_line: '1' }, 'project_key', 'project_key must be a non-blank string'],
    [
      'a session that is no string',
      { project_key: 'x', session_ref: 1 },
      'session_ref',
      'session_ref must be a non-blank string',
    ],
    [
      'a line that is no integer',
      { ...place, start_line: '1', end_line: 2.5 },
      'start_line',
      'start_line must be an integer',
    ],
    ['half a line', { ...place, start_line: 1, end_line: 2.5 }, 'end_line', 'end_line must be an integer'],
    [
      'another mode',
      { ...place, start_line: 1, end_line: 1, mode: 'raw' },
      'mode',
      'mode is not one of the accepted values',
    ],
    [
      'a date of another form',
      { ...place, start_line: 1, end_line: 1, date: 'today' },
      'date',
      'date must be a date YYYY-MM-DD',
    ],
    [
      'a day that is not prepared',
      { ...place, start_line: 1, end_line: 1, date: '2026-05-11' },
      'date',
      'no prepared workspace for 2026-05-11',
    ],
    [
      'an unknown project',
      { ...place, project_key: 'Other-1', start_line: 0, end_line: 0 },
      'project_key',
      "unknown project_key 'Other-1'",
    ],
    [
      'an unknown session',
      { ...place, session_ref: 'S9999', start_line: 0, end_line: 0 },
      'session_ref',
      `unknown session_ref 'S9999' for project '${ledger}'`,
    ],
    [
      'a line before the first',
      { ...place, start_line: 0, end_line: 3000 },
      'start_line',
      'start_line must be at least 1',
    ],
    [
      'a range that runs backwards',
      { ...place, start_line: 3, end_line: 2 },
      'end_line',
      'end_line is before start_line',
    ],
    [
      'a start past the end',
      { ...place, start_line: 3001, end_line: 9000 },
      'start_line',
      'start_line 3001 is past the last line 3000',
    ],
    [
      'an end past the end',
      { ...place, start_line: 1, end_line: 3001 },
      'end_line',
      'end_line 3001 is past the last line 3000',
    ],
    [
      'too many compact lines',
      { ...place, start_line: 1, end_line: 2001 },
      'end_line',
      'range of 2001 lines exceeds 2000 for mode compact',
    ],
    [
      'too many full lines',
      { ...place, start_line: 100, end_line: 200, mode: 'full' },
      'end_line',
      'range of 101 lines exceeds 100 for mode full',
    ],
  ])('read_session_lines refuses %s with one error', async (_, args, field, message) => {
    const testDiary = await open(Array.from({ length: 3000 }, () => '{}'))
    expect(await testDiary.refused('read_session_lines', args)).toEqual([field])
    expect((await testDiary.call('read_session_lines', args)).errors).toMatchObject([{ field, message }])
  })

  it('read_session_lines reads as many lines as it may', async () => {
    const testDiary = await open(Array.from({ length: 3000 }, () => '{}'))
    expect(
      (await testDiary.call('read_session_lines', { ...place, start_line: 1001, end_line: 3000 })).records,
    ).toHaveLength(2000)
    expect(
      (await testDiary.call('read_session_lines', { ...place, start_line: 1, end_line: 100, mode: 'full' })).records,
    ).toHaveLength(100)
  })

  it('read_session_lines says when the copy is missing, empty or leads elsewhere', async () => {
    const range = { ...place, start_line: 1, end_line: 1 }
    const testDiary = await open(['{}'])
    const path = join(testDiary.root, 'projects', ledger, 'sessions', 'claude-code', 'session-1.jsonl')
    rmSync(path)
    expect((await testDiary.call('read_session_lines', range)).errors).toEqual([
      { field: 'session_ref', message: 'session file is missing', hint: 'run daybook diary prepare --refresh' },
    ])
    symlinkSync(join(testDiary.root, 'metadata.json'), path)
    expect(await testDiary.refused('read_session_lines', range)).toEqual(['project_key'])
    rmSync(path)
    writeFileSync(path, '')
    expect(await testDiary.refused('read_session_lines', range)).toEqual(['start_line'])
  })

  it('read_session_lines notices a copy that was changed, and needs no cache', async () => {
    const testDiary = await open(['{"type":"one"}'])
    const path = join(testDiary.root, 'projects', ledger, 'sessions', 'claude-code', 'session-1.jsonl')
    const types = async (end_line: number) =>
      (await testDiary.call('read_session_lines', { ...place, start_line: 1, end_line })).records.map(
        (each: { record_type: string }) => each.record_type,
      )
    expect(await types(1)).toEqual(['one'])
    expect(Object.keys(treeOf(testDiary.app.diary.cacheDir))).toEqual([
      expect.stringMatching(/^offsets\/[0-9a-f]{64}\.lof$/),
    ])
    appendFileSync(path, '{"type":"two"}\n')
    expect(await types(2)).toEqual(['one', 'two'])
    writeFileSync(path, '{"type":"on2"}\n{"type":"two"}\n')
    utimesSync(path, 1, 1)
    expect(await types(2)).toEqual(['on2', 'two'])
    rmSync(testDiary.app.diary.cacheDir, { recursive: true })
    writeFileSync(testDiary.app.diary.cacheDir, 'in the way')
    expect(await types(2)).toEqual(['on2', 'two'])
  })

  it('read_session_lines hashes a line too long to be held, and shows its beginning', async () => {
    const long = `{"type":"user","x":"${'y'.repeat(33 * 1024 * 1024)}"}`
    const testDiary = await open(['{"type":"one"}', long, '{"type":"two"}'])
    const { records } = await testDiary.call('read_session_lines', { ...place, start_line: 2, end_line: 3 })
    expect(records[0]).toMatchObject({
      line: 2,
      record_type: 'unknown',
      summary: 'Malformed JSONL line.',
      raw_bytes: long.length,
      raw_sha256: sha256(long),
    })
    expect(records[1].record_type).toBe('two')
    const full = await testDiary.call('read_session_lines', { ...place, start_line: 2, end_line: 2, mode: 'full' })
    expect(full.records[0].raw_line).toBe(`${long.slice(0, 65_536)}\n...[trimmed]...\n`)
    expect(full.records[0].raw_sha256).toBe(sha256(long))
  })

  it('read_session_lines shows records of an unknown agent as what they call themselves', async () => {
    const testDiary = await open(['{"role":"narrator","type":"x"}'], { source: 'other-agent' })
    const { records } = await testDiary.call('read_session_lines', { ...place, start_line: 1, end_line: 1 })
    expect(records[0]).toMatchObject({ record_type: 'narrator', role: 'narrator', summary: 'narrator record.' })
  })
})

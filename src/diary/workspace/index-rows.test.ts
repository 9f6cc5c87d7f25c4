import { describe, expect, it } from 'vitest'
import { isSessionPath, parseIndex } from './project.ts'

const turn = (turn_ref: string, turn_start_line: number, turn_end_line: number) => ({
  turn_ref,
  turn_start_line,
  turn_end_line,
})
const row = (parts = {}) => ({
  session_ref: 'S0001',
  source: 'codex',
  source_session_id: 'x',
  session_path: 'sessions/codex/x.jsonl',
  target_start_line: 1,
  target_end_line: 9,
  turns: [turn('T0001', 1, 4), turn('T0002', 5, 9)],
  ...parts,
})
const rule = (...rows: unknown[]) => {
  const parsed = parseIndex(rows.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'))
  return 'rule' in parsed ? parsed.rule : 'sound'
}

describe('sessions.index.jsonl', () => {
  it('sessions.index.jsonl is taken with blank lines, unknown keys and large refs', () => {
    const large = row({ session_ref: 'S10000', turns: [turn('T12345', 3, 3)] })
    const newer = JSON.stringify({ ...large, note: 1 })
    expect(parseIndex(`\n${JSON.stringify(row())}\r\n  \n${newer}`)).toEqual({ rows: [row(), large] })
  })

  it.each<[what: string, rows: unknown[], said: string]>([
    ['a line that is not JSON', ['{"session_ref":'], 'line 1 is not a JSON object'],
    ['a list', ['[]'], 'line 1 is not a JSON object'],
    ['a row without path', [row({ session_path: undefined })], 'line 1 needs a valid session_path'],
    ['another form of ref', [row({ session_ref: 'S00001' })], 'line 1 has a session_ref of another form than S0001'],
    ['a ref twice', [row(), row()], 'line 2 repeats a session_ref'],
    ['another form of turn', [row({ turns: [turn('T1', 1, 2)] })], 'line 1 has a turn_ref of another form than T0001'],
    ['a turn twice', [row({ turns: [turn('T0001', 1, 2), turn('T0001', 3, 4)] })], 'line 1 repeats a turn_ref'],
    ['half lines', [row({ target_end_line: 2.5 })], 'line 1 needs a valid target_end_line'],
    ['a line 0', [row({ turns: [turn('T0001', 0, 2)] })], 'line 1 has turn lines that are no span'],
    ['an end before its start', [row({ target_start_line: 10 })], 'line 1 has target lines that are no span'],
    [
      'turns that overlap',
      [row({ turns: [turn('T0001', 1, 4), turn('T0002', 4, 9)] })],
      'line 1 has turns that overlap or are out of order',
    ],
    [
      'turns out of order',
      [row({ turns: [turn('T0001', 5, 9), turn('T0002', 1, 4)] })],
      'line 1 has turns that overlap or are out of order',
    ],
    [
      'a path upwards',
      [row({ session_path: 'sessions/../project.json' })],
      'line 1 has a session_path that is not a file below sessions/',
    ],
  ])('sessions.index.jsonl is refused with %s', (_, rows, said) => {
    expect(rule(...rows)).toBe(said)
  })

  it('sessions.index.jsonl names only files below sessions', () => {
    expect(isSessionPath('sessions/claude-code/a b.jsonl')).toBe(true)
    for (const path of [
      '',
      'sessions',
      'sessions/',
      '/sessions/x',
      'other/x',
      'sessions//x',
      'sessions/./x',
      'sessions/x/..',
      'sessions\\x',
      'sessions/x\\y',
      'sessions/x\0',
    ]) {
      expect(isSessionPath(path)).toBe(false)
    }
  })
})

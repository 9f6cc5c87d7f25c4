export const date = '2026-05-12'
const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e\u001b[31m'

/** Lines of every turn of an invented session. */
const turnLines = 20

/** The needle is on one line only, far from both ends. */
export const needle = 'Zirkonia'
export const needleLine = 61_004

/**
 * The lines of an invented Claude Code session of one day. A turn has 20: a message, calls and results of several tools,
 * reasoning, an answer; among them lines that are broken, empty, very large or hostile.
 */
export function longLines(count: number, session = 'a1b2c3d4-0000-4000-8000-00000000abcd'): string[] {
  return Array.from({ length: count }, (_, index) => lineAt(index + 1, count, session))
}

/** The lines of its turns. */
export function turnsOf(count: number): Array<[start: number, end: number]> {
  return Array.from({ length: Math.ceil(count / turnLines) }, (_, turn) => [
    turn * turnLines + 1,
    Math.min(count, (turn + 1) * turnLines),
  ])
}

const middle = Date.parse(`${date}T06:00:00Z`)
const tools: ReadonlyArray<[name: string, input: object, result: string, isError: boolean]> = [
  ['Grep', { pattern: 'roundHalfEven', path: 'src' }, 'src/money.ts:14\nsrc/ledger.ts:88', false],
  [
    'Read',
    { file_path: '/fake/orchard/src/money.ts' },
    'export function round(amount: number) {\n  return Math.round(amount)\n}',
    false,
  ],
  [
    'Edit',
    { file_path: '/fake/orchard/src/money.ts', old_string: 'Math.round(amount)', new_string: 'halfEven(amount)' },
    'The file was updated.',
    false,
  ],
  [
    'Bash',
    { command: 'npm test -- money', description: 'Run the tests' },
    ' Tests  1 failed | 41 passed (42)\n FAIL  src/money.test.ts > rounds half to even',
    true,
  ],
  ['Bash', { command: 'npm test' }, ` Tests  42 passed (42)\n${'  ok money\n'.repeat(160)}`, false],
  ['TodoWrite', { todos: [{ content: 'Round half to even', status: 'completed' }] }, 'Todos were changed.', false],
  ['mcp__daybook__search_records', { query: 'rounding' }, '{"results":[]}', false],
]

function lineAt(line: number, lines: number, session: string): string {
  const turn = Math.floor((line - 1) / turnLines) + 1
  const at = new Date(middle + Math.floor((line / lines) * 14 * 3600) * 1000).toISOString()
  const env = {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: '/fake/orchard',
    sessionId: session,
    version: '2.1.120',
    gitBranch: 'main',
    uuid: `${session.slice(0, 8)}-${line}`,
    timestamp: at,
  }
  const said = (role: 'user' | 'assistant', content: unknown, more: object = {}) =>
    JSON.stringify({
      ...env,
      type: role,
      message:
        role === 'user'
          ? { role, content }
          : { id: `m${line}`, type: 'message', role, model: 'claude-x', content, stop_reason: 'end_turn', usage },
      ...more,
    })
  const step = (line - 1) % turnLines
  if (line === needleLine) return said('assistant', [{ type: 'text', text: `The ${needle} stands here.` }])
  if (step === 0) return said('user', `${asked[turn % asked.length]} (part ${turn})`, { promptId: `p${line}` })
  if (step === 1) return said('assistant', [{ type: 'text', text: 'I will look at how amounts are rounded first.' }])
  if (step === 2) return said('assistant', [{ type: 'thinking', thinking: 'Bankers round to even.', signature: 's' }])
  if (step === 17)
    return turn % 3 === 0
      ? '{"type":"assistant","message":{"content":[{"type":"te'
      : said('assistant', [{ type: 'text', text: `Hostile: ${hostile}` }])
  if (step === 18)
    return turn % 40 === 1
      ? said('assistant', [{ type: 'text', text: 'Very long. '.repeat(9000) }])
      : turn % 5 === 0
        ? ''
        : JSON.stringify({ ...env, type: 'file-history-snapshot', snapshot: {} })
  if (step === 19)
    return said('assistant', [
      {
        type: 'text',
        text: `Rounding is now half to even; all 42 tests pass.\n\nPart ${turn} is done: amounts of exactly half a cent go to the even neighbour, and the ledger prints the same totals as the bank.`,
      },
    ])
  const tool = tools[Math.floor((step - 3) / 2) % tools.length]
  if (!tool) throw new Error('There are tools for every step.')
  const [name, input, result, is_error] = tool
  const id = `toolu_${turn}_${Math.floor((step - 3) / 2)}`
  if (step % 2 === 1) return said('assistant', [{ type: 'tool_use', id, name, input }])
  return said('user', [{ type: 'tool_result', tool_use_id: id, content: result, ...(is_error && { is_error }) }])
}

const usage = { input_tokens: 10, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
const asked = [
  'Round amounts half to even in src/money.ts and run the tests.',
  'Now the same for the ledger, please.',
  'Why does the total differ by a cent?\n\nThe bank says 10.25, we say 10.26.',
  'Write the changelog entry.',
]

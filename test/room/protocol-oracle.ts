/**
 * Which replies may run a tool, decided a second time and in another way than the product does: a reply may run when
 * the only text that its value can be written as is the reply itself, apart from blanks. Imports nothing of
 * the product.
 */
export interface Allowed {
  tool: string
  args: { [name: string]: unknown }
}

export function mayRun(reply: string, step: 'call' | 'decision', nonce: string): Allowed | 'final' | undefined {
  const value = writtenOnce(bare(reply))
  if (value === undefined) return undefined
  const { action, ...envelope } = value
  if (step === 'decision' && action === 'final')
    return same(Object.keys(value), ['action', 'nonce']) && value.nonce === nonce ? 'final' : undefined
  if (step === 'decision' ? action !== 'tool' : 'action' in value) return undefined
  if (!same(Object.keys(envelope), ['args', 'nonce', 'tool']) || envelope.nonce !== nonce) return undefined
  const tool = typeof envelope.tool === 'string' ? idOf(envelope.tool) : undefined
  const args = tool === undefined ? undefined : argsOf(tool, envelope.args)
  return tool === undefined || args === undefined ? undefined : { tool, args }
}

const kinds = ['<think>', '<thinking>', '[think]', '[thinking]', '[thought]']

/** Thinking removed by blanking out innermost blocks, one kind of tag after the other, in a copy each. */
function bare(reply: string): string {
  const text = trim(reply)
  if (text.startsWith('{')) return text
  const gone = new Set<number>()
  for (const opening of kinds) {
    const closing = opening.replace(/^./, '$&/')
    let copy = text.toLowerCase().length === text.length ? text.toLowerCase() : text
    for (;;) {
      const end = copy
        .split('')
        .findIndex((_, at) => copy.startsWith(closing, at) && copy.lastIndexOf(opening, at) >= 0)
      if (end < 0) break
      const start = copy.lastIndexOf(opening, end)
      const stop = end + closing.length
      for (let at = start; at < stop; at++) gone.add(at)
      copy = copy.slice(0, start) + '\0'.repeat(stop - start) + copy.slice(stop)
    }
  }
  const left = text
    .split('')
    .map((unit, at) => (gone.has(at) ? '\uffff' : unit))
    .join('')
  const orphan = Math.max(...kinds.map(opening => lastEnd(left.toLowerCase(), opening.replace(/^./, '$&/'))))
  return trim(left.slice(orphan).replaceAll('\uffff', ''))
}

function lastEnd(text: string, closing: string): number {
  const at = text.lastIndexOf(closing)
  return at < 0 ? 0 : at + closing.length
}

function trim(text: string): string {
  const edge = '[\\s\\u0085\\u200b\\u200c\\u200d\\u2060]'
  return text.replace(new RegExp(`^${edge}+`), '').replace(new RegExp(`${edge}+$`), '')
}

const token = /[ \t\r\n]+|[{}[\],:]|"(?:[^"\\]|\\.)*"|-?[0-9][-+.0-9eE]*|[a-z]+/y

/** The value of a text that is one object, if the value written anew gives the tokens of the text. */
function writtenOnce(text: string): { [key: string]: unknown } | undefined {
  if (!text.startsWith('{') || !text.endsWith('}') || Buffer.byteLength(text) > 65_536 || !text.isWellFormed())
    return undefined
  const value = parsed(text)
  if (value === undefined) return undefined
  const tokens: string[] = []
  token.lastIndex = 0
  for (let match = token.exec(text); match; match = token.exec(text)) tokens.push(match[0])
  const rewritten = tokens.map(one => (one.startsWith('"') ? JSON.stringify(parsed(one)) : one.trim())).join('')
  return rewritten === JSON.stringify(value) && hasNoLoneEscape(value) ? Object(value) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasNoLoneEscape(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && hasNoLoneEscape(member))
}

const otherNames = `
file_viewer fileviewer file_browser filebrowser browse_files list_files listfiles file_locator = file_locator
read_file readfile file_reader = file_reader
issue_search issues_search issue_finder issue_tracker_search search_issues = search_issues
outline_analyser outline_analysis outline_analyzer = outline_analyzer
canon_check canonchecker canon_checker = canon_checker
prose_analyser prose_analysis prose_analyzer = prose_analyzer
consistency_check consistency_checker = consistency_checker
scene_validator draft_validator scene_draft_validator = scene_draft_validator
route_task taskrouter task_router = task_router`

function idOf(name: string): string | undefined {
  const wanted = name.trim().toLowerCase().split(/[- ]/).join('_')
  const row = otherNames.split('\n').find(line => line.split(' = ')[0]?.split(' ').includes(wanted))
  return wanted === '' ? undefined : row?.split(' = ')[1]
}

type Test = (value: unknown) => boolean

const text =
  (most = Infinity): Test =>
  value =>
    typeof value === 'string' && Buffer.byteLength(value) <= most
const among =
  (...choices: string[]): Test =>
  value =>
    choices.some(choice => choice === value)
const whole =
  (most = Number.MAX_SAFE_INTEGER): Test =>
  value =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most
const flag: Test = value => value === true || value === false
const texts =
  (least = 0, most = Infinity): Test =>
  value =>
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= most &&
    value.every(item => typeof item === 'string')

/** Per tool: its arguments with what they must be and how else they may be called; `!` marks what must be there. */
const declared: { [tool: string]: { [arg: string]: [test: Test, otherwise?: string] } } = {
  file_locator: {
    '!search_criteria': [text(512), 'criteria query path root directory dir folder'],
    scan_mode: [among('FAST_SCAN', 'DEEP_SCAN')],
    max_results: [whole(100)],
    include_globs: [flag],
    dry_run: [flag],
  },
  file_reader: {
    '!file_path': [text(), 'path file filename'],
    start_line: [whole(), 'from start'],
    end_line: [whole(), 'to end'],
    include_line_numbers: [flag],
    dry_run: [flag],
  },
  outline_analyzer: { outline_path: [text(), 'path file filepath outline'], mode: [text(40)], dry_run: [flag] },
  canon_checker: {
    '!scene_path': [text(), 'scene path file filepath'],
    canon_paths: [texts(0, 20), 'canon canonfiles'],
    mode: [text(40)],
    dry_run: [flag],
  },
  task_router: { '!user_request': [text(4000), 'request message task query'], dry_run: [flag] },
  search_issues: {
    tags: [texts(0, 20)],
    assignedTo: [text(), 'assignee'],
    status: [among('open', 'closed', 'all'), 'state'],
    priority: [among('low', 'normal', 'high', 'urgent')],
    personalTags: [texts()],
    personalAgent: [text()],
    excludePersonalTags: [texts()],
    minInterestLevel: [whole(5)],
  },
  prose_analyzer: {
    '!scene_path': [text(), 'scene path file filepath'],
    focus: [among('pacing', 'voice', 'rhythm', 'all')],
    dry_run: [flag],
  },
  consistency_checker: {
    '!file_paths': [texts(1, 10), 'files paths'],
    focus: [among('characters', 'terminology', 'events', 'general')],
    dry_run: [flag],
  },
  scene_draft_validator: {
    '!scene_path': [text(), 'scene path file filepath'],
    outline_path: [text(), 'outline'],
    include_canon: [flag, 'canon'],
    dry_run: [flag],
  },
}

function argsOf(tool: string, given: unknown): Allowed['args'] | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const rows = Object.entries(declared[tool] ?? {}).map(([marked, [test, otherwise = '']]) => {
    const name = marked.replace('!', '')
    return { name, test, must: marked !== name, spellings: [plain(name), ...otherwise.split(' ').filter(Boolean)] }
  })
  const meant = Object.entries(given).map(([key, value]) => ({
    value,
    row: rows.find(({ spellings }) => spellings.includes(plain(key))),
  }))
  if (meant.some(({ row }) => !row)) return undefined
  const args: Allowed['args'] = {}
  for (const row of rows) {
    const values = [...new Set(meant.filter(one => one.row === row).map(({ value }) => JSON.stringify(value)))]
    if (values.length > 1) return undefined
    const value = values[0] === undefined ? null : JSON.parse(values[0])
    if (value === null ? row.must : !row.test(value)) return undefined
    if (value !== null) args[row.name] = value
  }
  return args
}

function plain(key: string): string {
  return key
    .trim()
    .toLowerCase()
    .split(/[_\- ]/)
    .join('')
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join(' ') === b.join(' ')
}

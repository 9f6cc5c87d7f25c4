import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ledger = 'ledger-d7579830878a'

interface BuiltSession {
  source?: string
  id?: string
  /** The lines of the transcript copy; `null` leaves the file out. */
  lines: string[] | null
  turns: Array<[start: number, end: number]>
}

interface BuiltProject {
  key?: string
  label?: string
  sessions: BuiltSession[]
}

export interface BuiltDay {
  date?: string
  timezone?: string
  status?: 'final' | 'partial'
  projects: BuiltProject[]
}

/** Writes a prepared day by hand, with nothing but what the specification says about its files. */
export function buildWorkspace(root: string, { projects, ...day }: BuiltDay): string {
  const { date = '2026-05-12', timezone = 'UTC', status = 'final' } = day
  const window = { start: `${date}T00:00:00Z`, end: `${date}T24:00:00Z` }
  write(
    join(root, 'metadata.json'),
    pretty({
      schema_version: 1,
      report_date: date,
      timezone,
      status,
      prepared_at: `${date}T23:00:00Z`,
      report_window_local: window,
      report_window_utc: window,
    }),
  )
  mkdirSync(join(root, 'projects'), { recursive: true })
  for (const project of projects) buildProject(root, date, project)
  return root
}

function buildProject(root: string, date: string, { key = ledger, label = 'ledger', sessions }: BuiltProject): void {
  const folder = join(root, 'projects', key)
  write(join(folder, 'project.json'), pretty({ schema_version: 1, project_key: key, project_label: label }))
  const rows = sessions.map(({ source = 'claude-code', id, turns }, index) => ({
    session_ref: ref('S', index),
    session_path: `sessions/${source}/${id ?? `session-${index + 1}`}.jsonl`,
    source,
    source_session_id: id ?? `session-${index + 1}`,
    target_end_line: turns.at(-1)?.[1] ?? 1,
    target_start_line: turns[0]?.[0] ?? 1,
    turns: turns.map(([start, end], turn) => ({
      turn_end_line: end,
      turn_ref: ref('T', turn),
      turn_start_line: start,
    })),
  }))
  write(join(folder, 'sessions.index.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  const facts = rows.flatMap((row, index) =>
    row.turns.map(turn => factsOf(date, row.source, row.session_ref, turn, sessions[index]?.lines ?? [])),
  )
  write(join(folder, 'turn-facts.jsonl'), facts.map(each => `${JSON.stringify(each)}\n`).join(''))
  for (const [index, row] of rows.entries()) {
    const lines = sessions[index]?.lines
    if (lines) write(join(folder, row.session_path), lines.map(line => `${line}\n`).join(''))
  }
}

function factsOf(
  date: string,
  source: string,
  session_ref: string,
  turn: { turn_ref: string; turn_start_line: number; turn_end_line: number },
  lines: string[],
) {
  const span = lines.slice(turn.turn_start_line - 1, turn.turn_end_line)
  return {
    session_ref,
    turn_ref: turn.turn_ref,
    source,
    trigger_at: `${date}T09:${String(turn.turn_start_line % 60).padStart(2, '0')}:00Z`,
    last_at: `${date}T10:00:00Z`,
    ...nothingHappened,
    lines: span.length,
    bytes: Buffer.byteLength(span.join('\n')),
    span_sha256: spanHash(span),
  }
}

export function spanHash(lines: string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

export function ref(letter: 'S' | 'T' | 'W', index: number): string {
  return `${letter}${String(index + 1).padStart(4, '0')}`
}

/** Plausible Claude Code lines: odd ones from the user, even ones from the assistant. */
export function claudeLines(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? JSON.stringify({
          type: 'user',
          uuid: `u${index + 1}`,
          timestamp: '2026-05-12T09:00:00.000Z',
          message: { role: 'user', content: `Please do part ${index + 1}.` },
        })
      : JSON.stringify({
          type: 'assistant',
          uuid: `a${index + 1}`,
          timestamp: '2026-05-12T09:00:01.000Z',
          message: { role: 'assistant', content: [{ type: 'text', text: `Part ${index} is done.` }] },
        }),
  )
}

export interface ChainParts {
  [key: string]: unknown
}

/** A chain that every rule accepts for a turn beginning at `line`. */
export function chainFor(turn_ref: string, line: number, parts: ChainParts = {}) {
  const asked = [{ lines: `${line}-${line}` }]
  const answered = [{ lines: `${line + 1}-${line + 1}` }]
  return {
    turn_ref,
    trigger: {
      type: 'explicit_user_message',
      summary: 'User asked for a part.',
      quoted_messages: [{ text: `Please do part ${line}.`, citations: asked }],
      citations: asked,
    },
    agent_reactions: [{ summary: 'Did it.', citations: answered }],
    outcomes: [{ category: 'code_outcome', summary: 'Changed 1 file.', citations: answered }],
    observed_checks: [],
    terminal_state: { type: 'material_result', summary: 'Done.', citations: answered },
    materiality: 'material',
    ...parts,
  }
}

export type Turn = [session: string, turn: string]

export function turns(...named: Turn[]) {
  return named.map(([session_ref, turn_ref]) => ({ session_ref, turn_ref }))
}

/** A material item that every rule accepts over turns with chains. */
export function itemFor(work_item_ref: string, covered: Turn[], parts: ChainParts = {}) {
  return {
    work_item_ref,
    kind: 'material_work_item',
    title: 'Did the parts',
    covered_turns: turns(...covered),
    trigger: { summary: 'User asked for parts.', evidence_refs: turns(...covered) },
    agent_reaction: { summary: 'Did them.', main_actions: ['Edited a file.'] },
    outcomes: [
      { category: 'code_outcome', summary: 'Parts are in.', evidence_refs: turns(...covered), confidence: 'high' },
    ],
    terminal_states: [{ type: 'material_result', summary: 'Done.', evidence_refs: turns(...covered) }],
    limits: [],
    confidence: 'high',
    ...parts,
  }
}

/** Every file below a folder with the hash of its bytes; lock files too. */
export function treeOf(root: string): { [file: string]: string } {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return Object.fromEntries(
    entries
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(path => [relative(root, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The facts of a turn in which nothing was changed, checked or paid for. */
export const nothingHappened = {
  trigger_kind: 'message',
  time_basis: 'own',
  branch: null,
  models: [],
  tokens: null,
  cost_usd: null,
  cost_basis: null,
  tools: {},
  families: {},
  files: [],
  checks: [],
  commits: [],
  pull_requests: [],
  interrupted: false,
  continued: false,
  malformed_lines: 0,
}

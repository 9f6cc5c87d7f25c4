import { stripVTControlCharacters } from 'node:util'
import { isObject, textAt } from '../../transcripts/record.ts'
import type { DeedKind } from '../schema.ts'
import type { PlacedCommand } from './repository.ts'
import { operands } from './shell/programs.ts'
import { excerpt } from './text.ts'
import { success, type ToolRun } from './tool-runs.ts'
import type { FoundDeed } from './turn-parts.ts'

/** What tools of connected servers did to issues, pull requests and releases. */
export function toolDeeds(run: ToolRun): FoundDeed[] {
  const rule = ruleFor(run.name)
  const result = rule ? success(run) : null
  if (!rule || !result || /^(?:error|failed)\b/i.test(result.text)) return []
  const answer = jsonIn(result.text)
  const title = textAt(run.input, 'title') ?? textAt(run.input, 'summary') ?? textAt(answer, 'title') ?? null
  const id = idIn(answer) ?? idIn(run.input)
  const isComment = rule.kind === 'comment' || rule.kind === 'review'
  const about = title === null || isComment ? '' : `: “${excerpt(title, 120, null)}”`
  const number = id !== null && /^\d{1,9}$/.test(id) ? Number(id) : null
  const which = id === null ? '' : ` ${number === null ? excerpt(id, 40, null) : `#${number}`}`
  return [
    {
      kind: rule.kind,
      text: `${rule.did}${which}${about}.`,
      plain: `${rule.did}.`,
      number,
      title: isComment ? null : title,
    },
  ]
}

/** An issue that somebody named and the agent looked up, with its title. */
export interface NamedIssue {
  text: string
  lines: number[]
}

/** The issue that the message names first of those that were looked up. */
export function issueNamedIn(
  said: string,
  calls: readonly PlacedCommand[][],
  runs: readonly ToolRun[],
): NamedIssue | null {
  const found = [...runs.flatMap(readIssue), ...calls.flat().flatMap(viewedIssue)].flatMap(({ id, title, run }) => {
    const name = /^\d+$/.test(id) ? `#${id}` : id
    const at = title.trim() === '' ? -1 : placeOfIssue(said, id)
    return at < 0 ? [] : [{ at, text: `${name}: ${title}`, lines: run.lines }]
  })
  const [first] = found.sort((one, other) => one.at - other.at)
  return first ? { text: first.text, lines: first.lines } : null
}

interface FoundIssue {
  id: string
  title: string
  run: ToolRun
}

function readIssue(run: ToolRun): FoundIssue[] {
  if (!readsIssue.has(wordsOf(run.name) ?? '')) return []
  const answer = jsonIn(success(run)?.text ?? '')
  const fields = isObject(answer.fields) ? answer.fields : {}
  const title = textAt(answer, 'title') ?? textAt(answer, 'summary') ?? textAt(fields, 'summary')
  const id = idIn(answer) ?? idIn(run.input)
  return title === undefined || id === null ? [] : [{ id, title, run }]
}

const readsIssue: ReadonlySet<string> = new Set(['get_issue', 'issue_read', 'read_issue', 'get_work_item'])

/** `gh issue view 12`, as text or as JSON. */
function viewedIssue({ program, args, run }: PlacedCommand): FoundIssue[] {
  const [noun, verb, named = ''] = operands(program, args)
  const id = /(?:^#?|\/)(\d{1,9})$/.exec(named)?.[1]
  if ((program !== 'gh' && program !== 'glab') || noun !== 'issue' || verb !== 'view' || id === undefined) return []
  const text = stripVTControlCharacters(success(run)?.text ?? '')
  const title = textAt(jsonIn(text), 'title') ?? /^title:[ \t]+(\S.*)$/m.exec(text.slice(0, 2000))?.[1]
  return title === undefined ? [] : [{ id, title, run }]
}

/** Where a message names an issue: as `ABC-12`, or as `#12`, `issue 12` or the end of an address. */
function placeOfIssue(said: string, id: string): number {
  const text = said.slice(0, longestSaid).toLowerCase()
  const names = /^\d+$/.test(id) ? [`#${id}`, `issue ${id}`, `/issues/${id}`] : [id.toLowerCase()]
  const places = names.flatMap(name => {
    const at = text.indexOf(name)
    const isOther = /^\d/.test(text.slice(at + name.length)) || besides.test(text.slice(Math.max(0, at - 40), at))
    return at < 0 || isOther ? [] : [at]
  })
  return places.length > 0 ? Math.min(...places) : -1
}

/** “Like in OPS-3”: it is named beside what is wanted. */
const besides =
  /\b(?:like|as|similar to|same as|see|after|since|unlike|than|cf\.?|reference|related to|blocked by|instead of|wie|siehe|nach|como|comme|voir)(?: (?:in|for|with|we did in|the|issue|ticket|linear|jira|github)){0,3} *$/

/** What work is about is said at the beginning. */
const longestSaid = 400

/** Whether facts are taken from what a tool of a connected server answers. */
export function isDeedTool(name: string): boolean {
  return ruleFor(name) !== null || readsIssue.has(wordsOf(name) ?? '')
}

interface Rule {
  kind: DeedKind
  did: string
}

/** `mcp__server__create_issue`, `mcp__server__createJiraIssue`: the words after the server. */
function wordsOf(name: string): string | null {
  const tool = name.startsWith('mcp__') ? name.split('__').at(-1) : undefined
  if (tool === undefined || tool.length > 100) return null
  return tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/_(?:jira|linear|github|gitlab)(?=_|$)/g, '')
}

function ruleFor(name: string): Rule | null {
  return rules.get(wordsOf(name) ?? '') ?? null
}

const rules: ReadonlyMap<string, Rule> = new Map([
  ['create_issue', { kind: 'issue', did: 'Opened issue' }],
  ['create_work_item', { kind: 'issue', did: 'Opened issue' }],
  ['update_issue', { kind: 'issue', did: 'Changed issue' }],
  ['edit_issue', { kind: 'issue', did: 'Changed issue' }],
  ['transition_issue', { kind: 'issue', did: 'Moved issue' }],
  ['close_issue', { kind: 'issue', did: 'Closed issue' }],
  ['create_comment', { kind: 'comment', did: 'Commented on issue' }],
  ['add_issue_comment', { kind: 'comment', did: 'Commented on issue' }],
  ['add_comment_to_issue', { kind: 'comment', did: 'Commented on issue' }],
  ['create_pull_request', { kind: 'pull_request', did: 'Opened pull request' }],
  ['create_merge_request', { kind: 'pull_request', did: 'Opened merge request' }],
  ['merge_pull_request', { kind: 'pull_request', did: 'Merged pull request' }],
  ['merge_merge_request', { kind: 'pull_request', did: 'Merged merge request' }],
  ['update_pull_request', { kind: 'pull_request', did: 'Changed pull request' }],
  ['create_pull_request_review', { kind: 'review', did: 'Reviewed pull request' }],
  ['submit_pending_pull_request_review', { kind: 'review', did: 'Reviewed pull request' }],
  ['add_pull_request_review_comment', { kind: 'review', did: 'Commented on pull request' }],
  ['create_release', { kind: 'release', did: 'Made release' }],
  ['push_files', { kind: 'push', did: 'Pushed files' }],
] satisfies ReadonlyArray<[string, Rule]>)

function jsonIn(text: string): { [key: string]: unknown } {
  try {
    const value: unknown = text.length <= longestAnswer && text.trimStart().startsWith('{') ? JSON.parse(text) : null
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const longestAnswer = 1_000_000

function idIn(value: { [key: string]: unknown }): string | null {
  const issue = [value.issueId, value.issue_id, value.issueKey].find(each =>
    /^[A-Z][A-Z\d]{0,9}-\d{1,6}$/.test(String(each)),
  )
  if (issue !== undefined) return String(issue)
  const keys = ['identifier', 'key', 'number', 'pull_number', 'issue_number', 'pullNumber', 'issueIdOrKey', 'iid']
  for (const key of keys) {
    const id = value[key]
    if (typeof id === 'number' || (typeof id === 'string' && /^[\w-]{1,40}$/.test(id))) return String(id)
  }
  return null
}

import { isObject, textAt } from '../../transcripts/record.ts'
import type { DeedKind } from '../schema.ts'
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

/** Whether facts are taken from what a tool of a connected server answers. */
export function isDeedTool(name: string): boolean {
  return ruleFor(name) !== null
}

interface Rule {
  kind: DeedKind
  did: string
}

/** `mcp__server__create_issue`, `mcp__server__createJiraIssue`: the words after the server. */
function ruleFor(name: string): Rule | null {
  const tool = name.startsWith('mcp__') ? name.split('__').at(-1) : undefined
  if (tool === undefined || tool.length > 100) return null
  const words = tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/_(?:jira|linear|github|gitlab)(?=_|$)/g, '')
  return rules.get(words) ?? null
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

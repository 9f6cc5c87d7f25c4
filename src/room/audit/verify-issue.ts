import { sha256 } from '../../receipts/signing.ts'
import type { AuditProblem } from './audit.ts'
import { type AuditContext, names, placeOf } from './context.ts'
import { holdsAnchored, type IssueEntry, issueAnchor, readIndex } from './issue-index.ts'
import type { Keys } from './keys.ts'
import { readAnchor } from './store.ts'

export interface ExaminedIssue {
  entries: IssueEntry[]
  problems: AuditProblem[]
  /** Nothing was ever filed for it. */
  isEmpty: boolean
}

/** With the issue's lock held: its folder against its index, the index against key and anchor. */
export async function examineIssue(ctx: AuditContext, keys: Keys, issue: number): Promise<ExaminedIssue> {
  const anchor = await ctx.db.read(tx => readAnchor(tx, issueAnchor(ctx, issue)))
  const present = (await ctx.disk.list(placeOf(ctx, names.issue(issue)))).filter(name => !unfinished.test(name))
  const found = await readIndex(ctx, keys, issue)
  if (found.state === 'absent' && present.length === 0) {
    const problems = anchor ? [{ code: 'missing_issue_audit', file: names.issue(issue) }] : []
    return { entries: [], problems, isEmpty: anchor === undefined }
  }
  const index = found.state === 'read' ? found.index : undefined
  const problems: AuditProblem[] = []
  if (found.state === 'unproven') problems.push({ code: 'key_missing', file: names.index(issue) })
  else if (index === undefined || (anchor && !holdsAnchored(index, keys, anchor))) {
    problems.push({ code: 'bad_index', file: names.index(issue) })
  }
  for (const entry of index?.entries ?? []) problems.push(...(await fileProblems(ctx, issue, entry)))
  const listed = new Set([indexName, ...(index?.entries ?? []).map(({ filename }) => filename)])
  if (index) {
    for (const name of present.filter(each => !listed.has(each))) {
      problems.push({ code: 'issue_file_unlisted', file: names.issueFile(issue, name) })
    }
  }
  return { entries: index?.entries ?? [], problems, isEmpty: false }
}

const indexName = 'index.json'
/** What a process leaves that was killed while it wrote the index. */
const unfinished = /^\.index\.json\.\d+\.[0-9a-f]{12}\.tmp$/

/** A listed file: in its place, or still waiting for it where a killed process left it. */
export async function readListed(
  ctx: AuditContext,
  issue: number,
  { filename }: IssueEntry,
): Promise<Buffer | undefined> {
  return (
    (await ctx.disk.read(placeOf(ctx, names.issueFile(issue, filename)))) ??
    (await ctx.disk.read(placeOf(ctx, names.staged(issue, filename))))
  )
}

async function fileProblems(ctx: AuditContext, issue: number, entry: IssueEntry): Promise<AuditProblem[]> {
  const file = names.issueFile(issue, entry.filename)
  const bytes = await readListed(ctx, issue, entry)
  if (bytes === undefined) return [{ code: 'issue_file_missing', file }]
  if (bytes.length === entry.bytes && sha256(bytes) === entry.sha256) return []
  return [{ code: entry.kind === 'session-receipts' ? 'copy_mismatch' : 'issue_file_mismatch', file }]
}

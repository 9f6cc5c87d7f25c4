import { countEach } from '../../kernel/byte-order.ts'
import { noTokens, sumTokens, type TokenUsage, type TurnEvent } from '../../transcripts/event.ts'
import type { ScannedTurn, TurnUsage } from '../../transcripts/reader.ts'
import { formatUtc } from '../dates/zone.ts'
import { costOf, isLowerBound, roundCost, type UsageAndCost } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { TurnFacts } from '../schema.ts'
import type { SubagentCopy } from '../workspace/subagent-copy.ts'
import { type Activity, activityOf } from './activity.ts'
import { isInterrupted } from './extract.ts'
import { editedFiles } from './file-outcomes.ts'
import type { ApartLine } from './late-results.ts'
import { hashesOf } from './net-lines.ts'
import { subagentsIn } from './subagents.ts'
import { clean, excerpt } from './text.ts'
import { brokenOff, closingIn } from './turn-end.ts'
import type { Edit } from './turn-parts.ts'

export interface FactsInput {
  session_ref: string
  turn_ref: string
  source: string
  turn: ScannedTurn
  events: readonly TurnEvent[]
  /** Whether the session's next turn began soon after it. */
  goesOn?: boolean
  /** Where results are that were logged after the turn. */
  apart?: readonly ApartLine[]
  usage: TurnUsage
  root: string | null
  /** What its replies used, and what they cost by the price table. */
  spending: UsageAndCost
  prices: PriceTable
  /** Of sub-agents with a transcript of their own, by id. */
  subagentCopies?: ReadonlyMap<string, SubagentCopy & { usage: Pick<TurnUsage, 'costUsd'> }>
  span_sha256: string
}

/** The facts of a turn: counts, files, checks, commits. Names pass redaction. */
export function turnFacts(
  { turn, events, usage, root, ...known }: FactsInput,
  activity = activityOf(events, root),
): TurnFacts {
  const { runs, edits, checks, commits, pullRequests, deeds, plan, question } = activity
  const { rows, cost: estimate } = known.spending
  const cost = usage.costUsd ?? estimate.usd
  const subagents = subagentFacts(events, root, known)
  const isMissing = subagents.some(({ transcript }) => transcript === 'missing')
  return {
    session_ref: known.session_ref,
    turn_ref: known.turn_ref,
    source: known.source,
    trigger_at: formatUtc(turn.at),
    last_at: formatUtc(turn.lastAt),
    trigger_kind: turn.kind,
    time_basis: turn.timeBasis,
    branch: turn.branch === null ? null : name(turn.branch, root),
    models: usage.models.map(model => name(model, root)),
    tokens: usage.tokens,
    cost_usd: cost,
    cost_basis: usage.costUsd !== null ? 'recorded' : cost !== null ? 'estimated' : null,
    cost_at_least: isMissing || (usage.costUsd === null && isLowerBound(estimate)),
    usage: rows.map(row => ({ ...row, model: row.model === null ? null : name(row.model, root) })),
    tools: countEach(runs.map(run => name(run.name, root))),
    families: countEach(runs.map(({ family }) => family)),
    files: filesOf(edits, root),
    checks: checks.map(({ kind, verdict, counts, command, lines }) => ({
      kind,
      verdict,
      passed: counts?.passed ?? null,
      failed: counts?.failed ?? null,
      command: name(command, root, 60),
      lines: spanOf(lines),
    })),
    commits: commits.map(({ hash, subject, lines, amends, changed }) => ({
      hash,
      subject: name(subject, root),
      lines: spanOf(lines),
      amends,
      changed,
    })),
    pull_requests: pullRequests.map(({ number }) => number),
    subagents,
    deeds: [...pullRequests.filter(({ isOpened }) => isOpened).map(openedDeed), ...deeds].map(
      ({ kind, summary, lines, number, title }) => ({
        kind,
        summary,
        lines: spanOf(lines),
        number,
        title: title === null ? null : name(title, root),
      }),
    ),
    plan: plan === null ? null : name(plan, root),
    issue: activity.issue && { text: name(activity.issue.text, root), lines: spanOf(activity.issue.lines) },
    put_back: activity.undone?.line ?? null,
    waits_for_answer: question !== null,
    closing: closingIn(activity, events, root, text => name(text, root)),
    broken_off: known.goesOn ? null : brokenOff(events, activity, text => name(text, root)),
    apart: apartLines(turn, known.apart ?? []),
    interrupted: isInterrupted(events),
    continued: turn.continued,
    lines: turn.endLine - turn.startLine + 1,
    bytes: turn.endByte - turn.startByte,
    malformed_lines: events.filter(({ kind }) => kind === 'malformed').length,
    span_sha256: known.span_sha256,
  }
}

function apartLines({ startLine, said }: ScannedTurn, results: readonly ApartLine[]): TurnFacts['apart'] {
  return said ? [{ line: startLine, apart: said.line }, ...results] : [...results]
}

/** What each sub-agent did and used, by itself. */
function subagentFacts(
  events: readonly TurnEvent[],
  root: string | null,
  { spending, prices, source, subagentCopies }: Pick<FactsInput, 'spending' | 'prices' | 'source' | 'subagentCopies'>,
): TurnFacts['subagents'] {
  return subagentsIn(events).map(({ id, type, description, lines, isRead }) => {
    const own = events.filter(event => (event.kind === 'call' || event.kind === 'result') && event.subagent === id)
    const { runs, edits, checks, commits } = activityOf(own, root)
    const rows = spending.rows.filter(({ subagent }) => subagent === id)
    const cost = costOf(rows, prices, source)
    const copy = subagentCopies?.get(id)
    const recorded = copy?.usage.costUsd ?? null
    const usd = recorded ?? cost.usd
    return {
      id: name(id, root),
      type: name(type, root),
      description: name(description, root),
      transcript: copy ? 'file' : isRead ? 'session' : 'missing',
      path: copy?.path ?? null,
      sha256: copy?.sha256 ?? null,
      lines: spanOf(lines),
      tools: runs.length,
      files: [...new Set(edits.map(({ path }) => name(path, root, 1000)))],
      checks: checks.map(({ kind, verdict }) => ({ kind, verdict })),
      commits: commits.map(({ hash }) => hash),
      tokens: rows.reduce<TokenUsage>(sumTokens, noTokens),
      cost_usd: usd === null ? null : roundCost(usd),
      cost_at_least: (recorded === null && isLowerBound(cost)) || !isRead,
    }
  })
}

function spanOf(lines: readonly number[]): string {
  return lines.length === 0 ? '' : `${Math.min(...lines)}-${Math.max(...lines)}`
}

/** A few names make up nearly all that is asked for, and looking for secrets takes long. */
function name(text: string, root: string | null, most = 200): string {
  const key = JSON.stringify([text, root, most])
  const known = names.get(key)
  if (known !== undefined) return known
  // Putting a text on one line may have brought together what must not be written.
  const written = clean(excerpt(text, most, root), root)
  if (names.size >= maxNames) names.clear()
  if (key.length <= maxNameLength) names.set(key, written)
  return written
}

/** The same text gives the same name wherever it is asked for, so that one bounded list serves all preparations of a thread. */
const names = new Map<string, string>()
const maxNames = 1000
const maxNameLength = 1000

function openedDeed({ number, title, lines }: Activity['pullRequests'][number]): Activity['deeds'][number] {
  return { kind: 'pull_request', summary: `Opened pull request #${number}.`, number, title, lines }
}

/** One entry per file: what became of it in the end, and the lines between its first content and its last. */
function filesOf(edits: readonly Edit[], root: string | null): TurnFacts['files'] {
  return editedFiles(edits).map(({ path, op, net, edits: own }) => {
    const sum = (count: (lines: NonNullable<Edit['changed']>) => number) =>
      own.reduce((total, { changed }) => total + (changed ? count(changed) : 0), 0)
    return {
      path: name(path, root, 1000),
      op,
      added: net?.added.length ?? sum(({ added }) => added.length),
      removed: net?.removed.length ?? sum(({ removed }) => removed.length),
      first_line: own[0]?.lines[0] ?? null,
      last_line: own.at(-1)?.lines[0] ?? null,
      net: net !== null,
      added_hashes: hashesOf(net?.added ?? []),
      removed_hashes: hashesOf(net?.removed ?? []),
    }
  })
}

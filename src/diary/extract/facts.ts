import { countEach } from '../../transcripts/byte-order.ts'
import { noTokens, sumTokens, type TokenUsage, type TurnEvent } from '../../transcripts/event.ts'
import type { ScannedTurn, TurnUsage } from '../../transcripts/reader.ts'
import { formatUtc } from '../dates/zone.ts'
import { costOf, isLowerBound, roundCost, type Spending } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { TurnFacts } from '../schema.ts'
import { activityOf, type Edit, type Reply } from './activity.ts'
import { closingOf } from './closing.ts'
import { subagentsIn } from './subagents.ts'
import { clean, excerpt } from './text.ts'

export interface FactsInput {
  session_ref: string
  turn_ref: string
  source: string
  turn: ScannedTurn
  events: readonly TurnEvent[]
  usage: TurnUsage
  root: string | null
  /** What its replies used, and what they cost by the price table. */
  spending: Spending
  prices: PriceTable
  /** Of sub-agents with a transcript of their own, by id. */
  subagentCopies?: ReadonlyMap<string, Pick<TurnFacts['subagents'][number], 'path' | 'sha256'>>
  span_sha256: string
}

/** The facts of a turn: counts, files, checks, commits. Names pass redaction. */
export function turnFacts({ turn, events, usage, root, ...known }: FactsInput): TurnFacts {
  const { runs, texts, edits, checks, commits, pullRequests, deeds, plan, waitsForAnswer } = activityOf(events, root)
  const { rows, cost: estimate } = known.spending
  const cost = usage.costUsd ?? estimate.usd
  const subagents = subagentFacts(events, root, known)
  const isLow = isLowerBound(estimate) || subagents.some(({ transcript }) => transcript === 'missing')
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
    cost_at_least: usage.costUsd === null && isLow,
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
    commits: commits.map(({ hash, subject, lines, amends }) => ({
      hash,
      subject: name(subject, root),
      lines: spanOf(lines),
      amends,
    })),
    pull_requests: pullRequests.map(({ number }) => number),
    subagents,
    deeds: deeds.map(({ kind, summary, lines, number, title }) => ({
      kind,
      summary,
      lines: spanOf(lines),
      number,
      title: title === null ? null : name(title, root),
    })),
    plan: plan === null ? null : name(plan, root),
    waits_for_answer: waitsForAnswer,
    closing: closingIn(texts.at(-1), root),
    interrupted: events.some(({ kind }) => kind === 'interrupt'),
    continued: turn.continued,
    lines: turn.endLine - turn.startLine + 1,
    bytes: turn.endByte - turn.startByte,
    malformed_lines: events.filter(({ kind }) => kind === 'malformed').length,
    span_sha256: known.span_sha256,
  }
}

function closingIn(reply: Reply | undefined, root: string | null): TurnFacts['closing'] {
  if (!reply) return null
  const { text, question } = closingOf(reply.text)
  return { text: clean(text, root), question: question === null ? null : clean(question, root), line: reply.line }
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
      cost_usd: cost.usd === null ? null : roundCost(cost.usd),
      cost_at_least: isLowerBound(cost) || !isRead,
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

/** One entry per file: what became of it in the end, and all lines that came and went. */
function filesOf(edits: readonly Edit[], root: string | null): TurnFacts['files'] {
  const files = new Map<string, TurnFacts['files'][number]>()
  for (const { key, path, op, added, removed, lines } of edits) {
    const known = files.get(key)
    const made = known?.op === 'create' && op === 'edit'
    const line = lines[0] ?? null
    files.set(key, {
      path: known?.path ?? name(path, root, 1000),
      op: made ? 'create' : op,
      added: (known?.added ?? 0) + added,
      removed: (known?.removed ?? 0) + removed,
      first_line: known?.first_line ?? line,
      last_line: line,
      net: false,
      added_hashes: '',
      removed_hashes: '',
    })
  }
  return [...files.values()]
}

import { createHash } from 'node:crypto'
import { groupBy } from '../../kernel/group.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { version } from '../../kernel/version.ts'
import type { Attribution } from './attribute.ts'
import type { CommitChange } from './commit.ts'
import type { AddedLine, ChangedFile } from './patch.ts'
import type { WhyCommit, WhyTurn } from './schema.ts'

/** A record of Agent Trace 0.1: which conversations wrote the lines of a commit. */
interface TraceRecord {
  version: '0.1.0'
  id: string
  timestamp: string
  vcs: { type: 'git'; revision: string }
  tool: { name: 'daybook'; version: string }
  files: { path: string; conversations: TraceConversation[] }[]
  metadata: { 'dev.daybook': { confidence: string; reason: string } }
}

interface TraceConversation {
  url?: string
  contributor: { type: 'ai' | 'unknown' }
  ranges: { start_line: number; end_line: number; content_hash: string }[]
  related?: { type: string; url: string }[]
}

/** `turnOf` finds what is known of a turn; lines of turns it does not know are of unknown origin. */
export function traceRecord(
  change: CommitChange,
  { written }: Attribution,
  { confidence, reason }: Pick<WhyCommit, 'confidence' | 'reason'>,
  turnOf: (turn: number) => WhyTurn | undefined,
  now: number,
): TraceRecord {
  return {
    version: '0.1.0',
    id: traceId(change.hash),
    timestamp: formatInstant(now),
    vcs: { type: 'git', revision: change.hash },
    tool: { name: 'daybook', version },
    files: change.files.flatMap(file => {
      const own = written.filter(({ path }) => path === file.path)
      const turns = new Map(own.flatMap(({ numbers, turn }) => numbers.map(number => [number, turn] as const)))
      const conversations = conversationsOf(file, rangesOf(file.added, turns), turnOf)
      return conversations.length > 0 ? [{ path: file.path.toWellFormed(), conversations }] : []
    }),
    metadata: { 'dev.daybook': { confidence, reason } },
  }
}

function conversationsOf(
  file: ChangedFile,
  ranges: readonly LineRange[],
  turnOf: (turn: number) => WhyTurn | undefined,
): TraceConversation[] {
  const byTurn = groupBy(ranges, ({ turn }) => (turn === null ? undefined : turnOf(turn)))
  return [...byTurn].map(([turn, own]) => {
    const related = turn ? relatedTo(turn) : []
    return {
      ...(turn && { url: conversationAddress(turn) }),
      contributor: { type: turn ? 'ai' : 'unknown' },
      ranges: own.map(({ start, end }) => ({
        start_line: start,
        end_line: end,
        content_hash: contentHash(file, start, end),
      })),
      ...(related.length > 0 && { related }),
    }
  })
}

/** Not a web address: it names the session and the turn as Daybook does. */
function conversationAddress({ source, session_id, turn }: WhyTurn): string {
  return `daybook:session/${encodeURIComponent(source)}/${encodeURIComponent(session_id)}#turn=${turn}`
}

function relatedTo({ prepared, records }: WhyTurn): { type: string; url: string }[] {
  const place = prepared && [prepared.date, prepared.project_key].map(encodeURIComponent).join('/')
  return [
    ...(place && prepared.work_item_ref
      ? [{ type: 'work_item', url: `daybook:diary/${place}/${encodeURIComponent(prepared.work_item_ref)}` }]
      : []),
    ...records.map(({ id }) => ({ type: 'record', url: `daybook:record/${encodeURIComponent(id)}` })),
  ]
}

function contentHash({ added }: ChangedFile, start: number, end: number): string {
  const text = added.filter(({ number }) => number >= start && number <= end).map(({ text: line }) => line)
  return `sha256:${createHash('sha256').update(text.join('\n')).digest('hex')}`
}

/** The same commit has the same record, however often it is exported. */
function traceId(hash: string): string {
  const hex = createHash('sha256').update(`daybook agent-trace ${hash}`).digest('hex')
  // A UUID of version 8, whose bits are ours to choose.
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Lines of a file after a commit, from one to another, and the turn that wrote them; null where no known turn did. */
interface LineRange {
  start: number
  end: number
  turn: number | null
}

/**
 * The added lines of a file as ranges by turn. A bracket, a blank line or another that says nothing of who wrote it
 * belongs to the range around it if that goes on after it; elsewhere it is left out.
 */
export function rangesOf(added: readonly AddedLine[], turns: ReadonlyMap<number, number | null>): LineRange[] {
  const ranges: LineRange[] = []
  let previous = Number.NaN
  /** All added lines since the last range follow one another without a gap. */
  let isUnbroken = false
  for (const { number } of added) {
    isUnbroken &&= number === previous + 1
    previous = number
    const turn = turns.get(number)
    if (turn === undefined) continue
    const last = ranges.at(-1)
    if (last && isUnbroken && last.turn === turn) last.end = number
    else ranges.push({ start: number, end: number, turn })
    isUnbroken = true
  }
  return ranges
}

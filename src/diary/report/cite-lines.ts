import { groupBy } from '../../kernel/group.ts'
import { Rejection } from '../rejection.ts'
import type { TurnFacts, TurnRef } from '../schema.ts'
import type { ReadSettings } from '../settings.ts'
import { isInside, type LineSpan, mergeSpans } from '../workspace/line-spans.ts'
import type { DiaryProject, IndexedTurn } from '../workspace/project.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'
import type { Citation } from './schema.ts'

/** Lines as citations, turn by turn and span by span. */
export type CiteLines = (lines: readonly TurnLines[]) => Citation[]

interface CitedProject {
  project: DiaryProject
  turns: readonly IndexedTurn[]
  /** By turn, for every indexed one. */
  citations: ReadonlyMap<string, Citation>
  facts: ReadonlyMap<string, TurnFacts>
}

/** Hashes the wanted lines of every text in the transcript copies, each span once; lines that cannot be hashed cite their turn. */
export async function citeLines(
  settings: ReadSettings,
  cited: CitedProject,
  wanted: readonly (readonly TurnLines[])[],
): Promise<CiteLines> {
  const complete = apartAdder(cited)
  const spans = distinctSpans(wanted.flatMap(complete))
  const turns = cited.turns.filter(turn => spans.has(turnKey(turn)))
  const hashes = new Map<string, string>()
  for (const own of groupBy(turns, ({ session_ref }) => session_ref).values()) {
    for (const [place, hash] of await hashSession(settings, cited, own, spans)) hashes.set(place, hash)
  }
  return lines => complete(lines).flatMap(each => citationsOf(each, cited.citations, hashes))
}

/** Adds the lines of other turns that belong to cited ones: a quotation has its words, a verdict the result that shows it. */
function apartAdder({ turns, facts }: CitedProject): (lines: readonly TurnLines[]) => readonly TurnLines[] {
  const sessions = groupBy(turns, ({ session_ref }) => session_ref)
  return lines => {
    const isCited = (turn: TurnRef, line: number) =>
      lines.some(each => turnKey(each.turn) === turnKey(turn) && (each.spans.length === 0 || holds(each.spans, line)))
    const apart = lines.flatMap(({ turn }) =>
      (facts.get(turnKey(turn))?.apart ?? []).flatMap(({ line, apart: other }) => {
        const holder = sessions.get(turn.session_ref)?.find(each => holds([each], other))
        if (!holder || !isCited(turn, line) || isCited(holder, other)) return []
        const { session_ref, turn_ref } = holder
        return [{ turn: { session_ref, turn_ref }, spans: [{ start: other, end: other }] }]
      }),
    )
    return apart.length === 0 ? lines : [...lines, ...joinLines(apart)].sort((a, b) => compareTurns(a.turn, b.turn))
  }
}

function holds(spans: readonly LineSpan[], line: number): boolean {
  return spans.some(({ start, end }) => start <= line && line <= end)
}

type SpansByTurn = ReadonlyMap<string, ReadonlyMap<string, LineSpan>>

function distinctSpans(wanted: Iterable<TurnLines>): SpansByTurn {
  const spans = new Map<string, Map<string, LineSpan>>()
  for (const { turn, spans: some } of wanted) {
    const known = spans.get(turnKey(turn)) ?? new Map<string, LineSpan>()
    for (const span of some) known.set(linesText(span), span)
    if (known.size > 0) spans.set(turnKey(turn), known)
  }
  return spans
}

/**
 * The hashes of one session by turn and lines. Lines of a turn whose bytes are no longer those that prepare saw are left
 * out: what rests on them cites the turn as it was, so that verify goes on to report the change.
 */
async function hashSession(
  settings: ReadSettings,
  { project, citations }: CitedProject,
  turns: readonly IndexedTurn[],
  spans: SpansByTurn,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const [first] = turns
  if (!first) return found
  try {
    await withTranscript(settings, project, first.row, async transcript => {
      for (const turn of turns) {
        const key = turnKey(turn)
        if ((await transcript.spanHash(turn.start, turn.end)) !== citations.get(key)?.span_sha256) continue
        for (const [lines, span] of spans.get(key) ?? []) {
          if (isInside(span, turn)) found.set(`${key} ${lines}`, await transcript.spanHash(span.start, span.end))
        }
      }
    })
  } catch (error) {
    // That a copy cannot be read is for verify to report; the day still has its report.
    if (!(error instanceof Rejection)) throw error
  }
  return found
}

function citationsOf(
  { turn, spans }: TurnLines,
  citations: CitedProject['citations'],
  hashes: ReadonlyMap<string, string>,
): Citation[] {
  const whole = citations.get(turnKey(turn))
  if (!whole) return []
  const narrow = spans.flatMap(span => {
    const lines = linesText(span)
    const span_sha256 = hashes.get(`${turnKey(turn)} ${lines}`)
    return span_sha256 === undefined ? [] : [{ ...whole, lines, span_sha256 }]
  })
  return spans.length > 0 && narrow.length === spans.length ? narrow : [whole]
}

function linesText({ start, end }: LineSpan): string {
  return `${start}-${end}`
}

/** Lines of one turn that a text rests on; without spans, all of its lines. */
export interface TurnLines {
  turn: TurnRef
  spans: readonly LineSpan[]
}

/** A text of the report with the lines behind it. */
export interface SupportedText {
  text: string
  lines: TurnLines[]
}

/** Several lists as one, each line once. */
export function joinLines(lists: readonly TurnLines[]): TurnLines[] {
  const joined = new Map<string, TurnLines>()
  for (const { turn, spans } of lists) {
    const before = joined.get(turnKey(turn))
    const isWhole = spans.length === 0 || before?.spans.length === 0
    joined.set(turnKey(turn), { turn, spans: isWhole ? [] : mergeSpans([...(before?.spans ?? []), ...spans]) })
  }
  return [...joined.values()].sort((one, other) => compareTurns(one.turn, other.turn))
}

export function countLines(lines: readonly TurnLines[]): number {
  return lines.flatMap(({ spans }) => spans).reduce((sum, { start, end }) => sum + end - start + 1, 0)
}

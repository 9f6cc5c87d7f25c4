import '../../../parts/transcript/transcript.css'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { groupBy } from '../../../../../src/kernel/group.ts'
import { NewTurnsOf } from '../../../parts/diary/new-turns.tsx'
import { SessionLinks } from '../../../parts/evidence/session-links.tsx'
import type { Place } from '../../../parts/transcript/fetched-lines.ts'
import { hashOf, type LineSpan, spanInHash } from '../../../parts/transcript/line-address.ts'
import { LineList, type LineListHandle } from '../../../parts/transcript/line-list.tsx'
import { type Outline, shownLines } from '../../../parts/transcript/outline.ts'
import { OverviewStrip } from '../../../parts/transcript/overview-strip.tsx'
import { copyCitation, SelectionBar } from '../../../parts/transcript/selection-bar.tsx'
import { hitFrom, useSessionSearch } from '../../../parts/transcript/session-search.ts'
import { type Session, turnAfter, turnAt, turnBefore } from '../../../parts/transcript/turns.ts'
import { useShortcuts } from '../../../state/shortcuts.ts'
import { FaultView } from '../../../ui/fault-view.tsx'
import { useTitle } from '../../../ui/page-head.tsx'
import { sessionName, TranscriptHead } from './head.tsx'
import { TranscriptTools } from './tools.tsx'

/** The lines of a session, with search, outline and selection. */
export function TranscriptView({ place, session, outline }: { place: Place; session: Session; outline: Outline }) {
  const { total_lines: total, turns, session_ref } = session
  const address = useSearch({ from: '/diary/$date/$key/$session' })
  const words = address.q ?? ''
  const full = address.mode === 'full'
  const { selection, select, clear } = useSelection(total)
  const go = useAddressChange()
  const list = useRef<LineListHandle>(null)
  const [start] = useState(
    () =>
      selection?.start ??
      turns.find(each => each.turn_ref === address.turn)?.start_line ??
      (full ? 1 : firstLineShown(outline, total)),
  )
  const [active, setActive] = useState(start)
  const [top, setTop] = useState(start)
  const search = useSessionSearch(place, words)
  const [showsAll, setShowsAll] = useState(false)
  const { shown, agents, reveal } = useShownLines(session, outline, { showsAll, first: start, full })
  const hits = useMemo(() => new Set(search.lines), [search.lines])
  useTitle(`${sessionName(session)} · ${session.project_label}`)

  const show = (line: number | undefined, focus = true) => {
    if (line !== undefined) list.current?.show(line, focus)
  }
  const stepHit = (step: 1 | -1) => show(hitFrom(search.lines, active, step), !isTyping())
  const stepTurn = (step: 1 | -1) =>
    show((step > 0 ? turnAfter(turns, active) : turnBefore(turns, active))?.start_line, !isTyping())

  const typed = useRef(false)
  const changeWords = useCallback(
    (q: string) => {
      typed.current = q !== ''
      go({ q: q || undefined })
    },
    [go],
  )
  // A reader who types sees the first hit after their position; a link with words in it shows the lines it names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the first hit arrives
  useEffect(() => {
    if (!typed.current || search.lines.length === 0) return
    typed.current = false
    show(hitFrom(search.lines, top - 1, 1), false)
  }, [search.lines])

  useFollowedHash(selection, line => show(line, false))
  useShortcuts({
    j: () => show(shown.lineAt(shown.indexOf(active + 1))),
    k: () => show(shown.lineAt(shown.indexOf(active) - 1)),
    n: () => stepHit(1),
    'Shift+N': () => stepHit(-1),
    ']': () => stepTurn(1),
    '[': () => stepTurn(-1),
    '/': () => focusOn('session-search'),
    g: () => focusOn('go-to-line'),
    c: () => void copyCitation(session_ref, selection ?? { start: active, end: active }),
    ...(selection && { Escape: clear }),
  })

  const here = turnAt(turns, top)
  return (
    <div className="transcript flex downwards">
      <TranscriptHead place={place} session={session} />
      <SessionLinks />
      <NewTurnsOf date={place.date} source={session.source} session_id={session.source_session_id} />
      <TranscriptTools
        session={session}
        here={here}
        full={full}
        hidden={shown.hidden}
        showsAll={showsAll}
        onShowsAll={setShowsAll}
        search={search}
        words={words}
        active={active}
        onFull={wanted => go({ mode: wanted ? 'full' : undefined })}
        onWords={changeWords}
        onHit={stepHit}
        onTurn={stepTurn}
        onGo={line => show(line)}
        onLeave={() => show(active)}
        mayGoBack={turnBefore(turns, active) !== undefined}
        mayGoOn={turnAfter(turns, active) !== undefined}
      />
      {search.error !== null && <FaultView error={search.error} onRetry={search.retry} />}
      <div className="relative flex grow">
        <LineList
          ref={list}
          place={place}
          total={total}
          turns={turns}
          shown={shown}
          agents={agents}
          onReveal={reveal}
          full={full}
          words={words}
          hits={hits}
          selection={selection}
          active={active}
          onActive={setActive}
          onPick={select}
          onTop={setTop}
          first={start}
        />
        <OverviewStrip
          total={total}
          turns={turns}
          hits={search.lines}
          selection={selection}
          top={top}
          onGo={line => show(line, false)}
        />
        {selection && (
          <SelectionBar
            session={session_ref}
            selection={selection}
            turn={turnAt(turns, selection.start)}
            onClear={clear}
          />
        )}
      </div>
    </div>
  )
}

interface Shows {
  showsAll: boolean
  /** The line to start at. */
  first: number
  full: boolean
}

/** Rows that show nothing by themselves are left out, until all are asked for or a link leads to one. */
function useShownLines({ total_lines, turns }: Session, outline: Outline, { showsAll, first, full }: Shows) {
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(() => runsAround(outline, first))
  const shown = useMemo(
    () => shownLines(total_lines, showsAll || full ? [] : outline.hidden, revealed, turns),
    [total_lines, outline, showsAll, full, revealed, turns],
  )
  const agents = useMemo(() => groupBy(outline.agents, ({ call_line }) => String(call_line)), [outline])
  const reveal = useCallback(
    (line: number) => setRevealed(before => new Set([...before, ...runsAround(outline, line)])),
    [outline],
  )
  return { shown, agents, reveal }
}

/** Where a session is opened that no link leads into; one that shows nothing by itself is shown from its first row. */
function firstLineShown({ hidden: [first] }: Outline, total: number): number {
  return first && first[0] === 1 && first[1] < total ? first[1] + 1 : 1
}

function runsAround({ hidden }: Outline, line: number): Set<number> {
  return new Set(hidden.filter(([start, end]) => start <= line && line <= end).map(([start]) => start))
}

/** The selected lines are those in the URL, so that a link shows what its sender saw. */
function useSelection(total: number) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const anchor = useRef<number | undefined>(undefined)
  const selection = useMemo(() => within(spanInHash(hash), total), [hash, total])
  const set = useCallback(
    (span: LineSpan | undefined) =>
      void navigate({
        to: '.',
        search: true,
        hash: span ? hashOf(span) : '',
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
        state: before => ({ ...before, chosenHere: true }),
      }),
    [navigate],
  )
  const select = useCallback(
    (line: number, extend: boolean) => {
      const from = extend ? (anchor.current ?? line) : line
      anchor.current = from
      set({ start: Math.min(from, line), end: Math.max(from, line) })
    },
    [set],
  )
  const clear = useCallback(() => {
    anchor.current = undefined
    set(undefined)
  }, [set])
  return { selection, select, clear }
}

function within(span: LineSpan | undefined, total: number): LineSpan | undefined {
  return span && span.start <= total ? { start: span.start, end: Math.min(span.end, total) } : undefined
}

/** A link to other lines of the same session scrolls the list; selecting lines in the list does not. */
function useFollowedHash(selection: LineSpan | undefined, show: (line: number) => void): void {
  const { state } = useLocation()
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the lines change
  useEffect(() => {
    if (!first.current && selection && !('chosenHere' in state)) show(selection.start)
    first.current = false
  }, [selection])
}

function useAddressChange() {
  const navigate = useNavigate({ from: '/diary/$date/$key/$session' })
  return useCallback(
    (change: { q?: string | undefined; mode?: 'full' | undefined }) =>
      void navigate({
        search: before => present({ ...before, ...change }),
        hash: true,
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
        state: before => ({ ...before, chosenHere: true }),
      }),
    [navigate],
  )
}

function present(given: { turn?: string | undefined; q?: string | undefined; mode?: 'full' | undefined }) {
  const { turn, q, mode } = given
  return { ...(turn && { turn }), ...(q && { q }), ...(mode && { mode }) }
}

function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement
}

function focusOn(id: string): void {
  const field = document.getElementById(id)
  if (field instanceof HTMLInputElement) field.select()
}

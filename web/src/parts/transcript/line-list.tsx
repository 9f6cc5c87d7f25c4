import './transcript.css'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { FaultView } from '../../ui/fault-view.tsx'
import { type Place, useFetchedLines } from './fetched-lines.ts'
import { holds, type LineSpan } from './line-address.ts'
import { LineRow } from './line-row.tsx'
import type { OutlineAgent, ShownLines } from './outline.ts'
import { type Turn, turnAt } from './turns.ts'

export interface LineListHandle {
  /** Scrolls a line to the middle of the list and keeps it there while lines above it are still loading. */
  show(line: number, focus: boolean): void
}

interface Props {
  ref: RefObject<LineListHandle | null>
  place: Place
  total: number
  turns: readonly Turn[]
  shown: ShownLines
  /** The sub-agents by the line of the call that started them. */
  agents: ReadonlyMap<string, readonly OutlineAgent[]>
  /** Asks for the hidden lines around a line. */
  onReveal: (line: number) => void
  full: boolean
  words: string
  hits: ReadonlySet<number>
  selection: LineSpan | undefined
  active: number
  onActive: (line: number) => void
  onPick: (line: number, extend: boolean) => void
  /** Called with the first line on the screen. */
  onTop: (line: number) => void
  /** The line to start at. */
  first: number
}

/** All lines of a session, virtualized: only those on the screen are rendered. */
export function LineList(props: Props) {
  const { ref, place, total, turns, shown, agents, full, words, hits, selection, active } = props
  const { onActive, onPick, onTop, onReveal, first } = props
  const box = useRef<HTMLDivElement>(null)
  const pinned = useRef<number | undefined>(first)
  // By its number, because an effect of an earlier render may still be waiting when a key is pressed.
  const toFocus = useRef<number | undefined>(undefined)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const flashed = useRef<LineSpan | undefined>(selection)
  const virtual = useVirtualizer({
    count: shown.count,
    getItemKey: useCallback((index: number) => shown.lineAt(index), [shown]),
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    overscan: 8,
    paddingEnd: 72,
    // Close enough that the lines fetched first are the ones that will be seen.
    initialOffset: () => (first === 1 ? 0 : Math.max(0, (shown.indexOf(first) - 5) * usualHeight)),
    // The row that has or would get the focus stays rendered, wherever the list is scrolled to.
    rangeExtractor: useCallback((range: Range) => withActive(range, shown.indexOf(active)), [active, shown]),
  })
  const items = virtual.getVirtualItems()
  const range = virtual.range
  const [from, to] = [range?.startIndex ?? shown.indexOf(first), range?.endIndex ?? shown.indexOf(first)]
  const top = shown.lineAt(from)
  const lines = useFetchedLines(place, total, {
    lines: Array.from({ length: Math.max(0, Math.min(to, shown.count - 1) - from + 1) }, (_, index) =>
      shown.lineAt(from + index),
    ),
    full,
  })

  useEffect(() => onTop(top), [top, onTop])

  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that arrived may have moved the target line
  useEffect(() => {
    if (pinned.current === undefined) return
    virtual.scrollToIndex(shown.indexOf(pinned.current), { align: alignOf(pinned.current) })
  }, [lines.arrived, full, shown])

  // After every render: rows that were measured since may have moved it out of sight.
  useEffect(() => {
    const line = pinned.current
    if (line === undefined || line === 1 || shown.hiddenAround(line) !== undefined) return
    const row = box.current?.querySelector(`[data-line="${line}"]`)
    if (!row || !isInside(row, box.current)) virtual.scrollToIndex(shown.indexOf(line), { align: 'center' })
  })

  // After every render: a row exists only once the list was scrolled to it.
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-line="${toFocus.current}"]`)
    if (!row) return
    toFocus.current = undefined
    row.focus({ preventScroll: true })
  })

  // Cited lines flash once they are there.
  useEffect(() => {
    const span = flashed.current
    const rows =
      span &&
      [...(box.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].filter(row =>
        holds(span, Number(row.dataset.line)),
      )
    if (!rows || rows.length === 0 || !lines.at(span.start)) return
    flashed.current = undefined
    for (const row of rows) flash(row)
  })

  useImperativeHandle(ref, () => ({
    show(line, focus) {
      pinned.current = line
      toFocus.current = focus ? line : undefined
      onActive(line)
      if (selection && holds(selection, line)) flashed.current = selection
      if (shown.hiddenAround(line) === undefined) virtual.scrollToIndex(shown.indexOf(line), { align: alignOf(line) })
      else onReveal(line)
    },
  }))

  const step = (by: number, extend: boolean) => {
    const line = shown.lineAt(shown.indexOf(active) + by)
    pinned.current = undefined
    toFocus.current = line
    onActive(line)
    if (extend) onPick(line, true)
    virtual.scrollToIndex(shown.indexOf(line), { align: 'auto' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const extend = event.shiftKey
    const page = Math.max(1, (range?.endIndex ?? 0) - (range?.startIndex ?? 0) - 1)
    const moves: { [key: string]: () => void } = {
      ArrowDown: () => step(1, extend),
      ArrowUp: () => step(-1, extend),
      PageDown: () => step(page, extend),
      PageUp: () => step(-page, extend),
      Home: () => step(-total, extend),
      End: () => step(total, extend),
      Enter: () => onPick(active, extend),
      ' ': () => onPick(active, extend),
    }
    const move = event.target instanceof HTMLButtonElement ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  const open = useCallback((line: number) => setOpened(before => new Set(before).add(line)), [])
  const unpin = () => {
    pinned.current = undefined
  }
  return (
    <>
      {lines.error && (
        <div className="transcript-fault rounded-l">
          <FaultView error={lines.error} onRetry={lines.retry} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a virtualized list cannot be the li of a ul */}
      <div
        ref={box}
        role="list"
        aria-label="Lines"
        className="line-list grow scrolls"
        onKeyDown={onKeyDown}
        onWheel={unpin}
        onTouchMove={unpin}
        onPointerDown={unpin}
      >
        <div className="relative" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const line = shown.lineAt(index)
            return (
              <LineRow
                key={line}
                place={place}
                line={line}
                index={index}
                total={total}
                record={lines.at(line)}
                full={full}
                raw={lines.rawAt(line)}
                turn={turnAt(turns, line)}
                agents={agents.get(String(line))}
                words={words}
                isHit={hits.has(line)}
                isSelected={selection !== undefined && holds(selection, line)}
                isActive={line === active}
                open={opened.has(line)}
                onOpen={open}
                onPick={onPick}
                onFocus={onActive}
                measure={virtual.measureElement}
                start={start}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

const usualHeight = 44

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range)
  return shown.includes(active) || active < 0 || active >= range.count
    ? shown
    : [...shown, active].sort((one, other) => one - other)
}

function isInside(row: Element, box: Element | null): boolean {
  const [own, around] = [row.getBoundingClientRect(), box?.getBoundingClientRect()]
  return around !== undefined && own.top >= around.top && own.top < around.bottom - usualHeight
}

/** Draws the eye to a row, for those who want things to move. */
function flash(row: HTMLElement): void {
  row.dataset.flashed = 'true'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  row.animate([{ backgroundColor: 'var(--mark)' }, { backgroundColor: 'transparent' }], {
    duration: 1600,
    easing: 'ease-out',
  })
}

/** The first lines are shown from the top. */
function alignOf(line: number): 'start' | 'center' {
  return line === 1 ? 'start' : 'center'
}

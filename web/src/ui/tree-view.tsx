import './tree-view.css'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShortcuts } from '../state/shortcuts.ts'

export interface TreeItem {
  key: string
  kind: string
  level: number
  /** Position among its siblings; absent in rows that are messages. */
  position?: number
  siblings?: number
}

interface Props<Row extends TreeItem> {
  label: string
  rows: readonly Row[]
  /** The key of the row whose content is shown beside the tree. */
  selected: string | undefined
  /** Undefined where there is nothing to expand. */
  isExpanded: (row: Row) => boolean | undefined
  onExpand: (row: Row, expanded: boolean) => void
  onOpen: (row: Row) => void
  /** Further keys, for the focused row. */
  keysOf?: (row: Row) => { [key: string]: () => void }
  children: (row: Row) => ReactNode
}

/** An ARIA tree that renders only visible rows: Tab reaches one row, arrow keys move from there. */
export function TreeView<Row extends TreeItem>(props: Props<Row>) {
  const { label, rows, selected, isExpanded, onExpand, onOpen, keysOf, children } = props
  const box = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const isMoving = useRef(false)
  const [active, setActive] = useState<{ key: string; index: number }>()
  const at = activeIndex(rows, active, selected)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.key ?? index,
    overscan: 12,
    // The row that gets the focus must exist before the list is scrolled to it.
    rangeExtractor: range => [...new Set([at, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })

  // After every render, and before the next key: a focused row that goes away, as "Show more" does, loses the focus,
  // and its successor gets it.
  useLayoutEffect(() => {
    const wasLost = hasFocus.current && document.activeElement === document.body
    if (!isMoving.current && !wasLost) return
    const row = box.current?.querySelector<HTMLElement>(`[data-tree-index="${at}"]`)
    row?.focus()
    if (row) isMoving.current = false
  })

  const shown = rows.findIndex(({ key }) => key === selected)
  const isThere = shown >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only when something else is selected
  useEffect(() => {
    if (isThere) virtual.scrollToIndex(shown, { align: 'auto' })
  }, [selected, isThere])

  function focusRow(index: number) {
    const next = Math.min(Math.max(index, 0), rows.length - 1)
    const row = rows[next]
    if (!row) return
    setActive({ key: row.key, index: next })
    isMoving.current = true
    virtual.scrollToIndex(next)
  }

  function open() {
    const row = rows[at]
    if (row) onOpen(row)
  }

  function expand() {
    const row = rows[at]
    const expanded = row && isExpanded(row)
    if (!row || expanded === undefined) return
    if (expanded) focusRow(at + 1)
    else onExpand(row, true)
  }

  function collapse() {
    const row = rows[at]
    if (!row) return
    if (isExpanded(row)) return onExpand(row, false)
    const parent = rows.findLastIndex((other, index) => index < at && other.level < row.level)
    if (parent >= 0) focusRow(parent)
  }

  const focused = rows[at]
  const moves: { [key: string]: () => void } = {
    ArrowDown: () => focusRow(at + 1),
    ArrowUp: () => focusRow(at - 1),
    ArrowRight: expand,
    ArrowLeft: collapse,
    Home: () => focusRow(0),
    End: () => focusRow(rows.length - 1),
    Enter: open,
    ' ': open,
    ...(focused && keysOf?.(focused)),
  }
  const step = (by: number) => focusRow(box.current?.contains(document.activeElement) ? at + by : at)
  useShortcuts({ j: () => step(1), k: () => step(-1), l: expand, h: collapse })

  function onKeyDown(event: KeyboardEvent) {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <div
      ref={box}
      role="tree"
      tabIndex={-1}
      aria-label={label}
      className="tree grow scrolls"
      onKeyDown={onKeyDown}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    >
      <div className="relative" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          if (!row) return null
          const expanded = isExpanded(row)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it listens for keys, as the ARIA pattern has it
            <div
              key={key}
              role="treeitem"
              className={`tree-row row pr-8 rounded-s text-s no-select inset-focus hoverable ${row.kind}`}
              ref={virtual.measureElement}
              data-index={index}
              style={{
                transform: `translateY(${start}px)`,
                minHeight: rowHeight,
                paddingLeft: 6 + (row.level - 1) * 16,
              }}
              tabIndex={index === at ? 0 : -1}
              data-tree-index={index}
              aria-level={row.level}
              aria-selected={row.key === selected}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={expanded}
              onFocus={() => setActive({ key: row.key, index })}
              onClick={() => onOpen(row)}
            >
              <Chevron expanded={expanded} onToggle={() => onExpand(row, !expanded)} />
              {children(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const rowHeight = 30

function Chevron({ expanded, onToggle }: { expanded: boolean | undefined; onToggle: () => void }) {
  if (expanded === undefined) return <span className="tree-chevron none" aria-hidden="true" />
  return (
    <span
      className={expanded ? 'tree-chevron open' : 'tree-chevron'}
      aria-hidden="true"
      onClick={event => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <ChevronRight />
    </span>
  )
}

function activeIndex(
  rows: readonly TreeItem[],
  active: { key: string; index: number } | undefined,
  selected: string | undefined,
): number {
  const found = rows.findIndex(row => row.key === active?.key)
  if (found >= 0) return found
  if (active) return Math.max(0, Math.min(active.index, rows.length - 1))
  return Math.max(
    0,
    rows.findIndex(row => row.key === selected),
  )
}

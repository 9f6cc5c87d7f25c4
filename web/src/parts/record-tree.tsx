import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../state/shortcuts.ts'
import type { Tree, TreeRow } from '../state/tree.ts'
import { TreeRowView } from './tree-row.tsx'

interface Props {
  project: string
  tree: Tree
  /** The record shown beside the tree. */
  selected: string | undefined
}

/** The records as an ARIA tree: one row is reachable with Tab, keys move from there. */
export function RecordTree({ project, tree, selected }: Props) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  const going = useRef(false)
  const [active, setActive] = useState<Place>()
  const { rows } = tree
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.key ?? index,
    overscan: 12,
  })
  const at = activeIndex(rows, active, selected)

  // After every rendering: a row to go to may come into being only when the list was scrolled to it. And a focused
  // row that went away, as "Show more" does, took the focus with it; its successor gets it.
  useEffect(() => {
    const lost = inside.current && document.activeElement === document.body
    if (!going.current && !lost) return
    const row = box.current?.querySelector<HTMLElement>(`[data-tree-index="${at}"]`)
    row?.focus()
    if (row) going.current = false
  })

  function focusRow(index: number) {
    const next = Math.min(Math.max(index, 0), rows.length - 1)
    const row = rows[next]
    if (!row) return
    setActive({ key: row.key, index: next })
    going.current = true
    virtual.scrollToIndex(next)
  }

  function open(row: TreeRow | undefined) {
    if (row?.kind === 'more') tree.loadMore(row.parent)
    else if (row?.kind === 'fault') row.retry()
    else if (row?.kind === 'record') goTo(row.ref.id)
  }

  function goTo(id: string, search: { edit?: true } = {}) {
    void navigate({ to: '/p/$project/records/$id', params: { project, id }, search })
  }

  function expand() {
    const row = rows[at]
    if (row?.kind !== 'record' || row.ref.children_count === 0) return
    if (row.expanded) focusRow(at + 1)
    else tree.expand(row.ref.id)
  }

  function collapse() {
    const row = rows[at]
    if (row?.kind === 'record' && row.expanded) return tree.collapse(row.ref.id)
    const parent = rows.findLastIndex((other, index) => index < at && row !== undefined && other.level < row.level)
    if (parent >= 0) focusRow(parent)
  }

  const moves: { [key: string]: () => void } = {
    ArrowDown: () => focusRow(at + 1),
    ArrowUp: () => focusRow(at - 1),
    ArrowRight: expand,
    ArrowLeft: collapse,
    Home: () => focusRow(0),
    End: () => focusRow(rows.length - 1),
    Enter: () => open(rows[at]),
    ' ': () => open(rows[at]),
    ...recordKeys(rows[at]),
  }
  const inTree = () => box.current?.contains(document.activeElement) ?? false
  const step = (by: number) => focusRow(inTree() ? at + by : at)
  useShortcuts({ j: () => step(1), k: () => step(-1), l: expand, h: collapse })

  /** On a row, letters that name a record mean that row, not the record shown beside the tree. */
  function recordKeys(row: TreeRow | undefined): { [key: string]: () => void } {
    if (row?.kind !== 'record') return {}
    const { id } = row.ref
    return {
      e: () => goTo(id, { edit: true }),
      n: () => void navigate({ to: '/p/$project/records/new', params: { project }, search: { parent: id } }),
      d: () => void navigate({ to: '/p/$project/records/$id/history', params: { project, id } }),
    }
  }

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
      aria-label="Records"
      className="tree"
      onKeyDown={onKeyDown}
      onFocus={() => {
        inside.current = true
      }}
      onBlur={() => {
        inside.current = false
      }}
    >
      <div className="tree-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <TreeRowView
              key={key}
              row={row}
              index={index}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              reachable={index === at}
              selected={row.kind === 'record' && row.ref.id === selected}
              onFocus={() => setActive({ key: row.key, index })}
              onOpen={() => open(row)}
              onToggle={() => {
                if (row.kind !== 'record') return
                if (row.expanded) tree.collapse(row.ref.id)
                else tree.expand(row.ref.id)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

const rowHeight = 30

interface Place {
  key: string
  index: number
}

function activeIndex(rows: TreeRow[], active: Place | undefined, selected: string | undefined): number {
  const found = rows.findIndex(row => row.key === active?.key)
  if (found >= 0) return found
  if (active) return Math.min(active.index, rows.length - 1)
  return Math.max(
    0,
    rows.findIndex(row => row.key === selected),
  )
}

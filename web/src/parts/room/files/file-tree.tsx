import { useNavigate } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Tree } from '../../../../../src/room/schema.ts'
import { useExpanded } from '../../../state/room/expanded.ts'
import { type FileRow, fileRows } from '../../../state/room/file-tree.ts'
import { useShortcuts } from '../../../state/shortcuts.ts'
import { FileRowView } from './file-row.tsx'

interface Props {
  project: string
  tree: Tree
  /** The file shown beside the tree. */
  selected?: string | undefined
}

/** The files as an ARIA tree of which only what is to be seen is there: one row is reachable with Tab. */
export function FileTree({ project, tree, selected }: Props) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const going = useRef(false)
  const [active, setActive] = useState<string>()
  const { isExpanded, set } = useExpanded(tree, selected)
  const rows = fileRows(tree, isExpanded)
  const at = activeIndex(rows, active ?? selected)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.key ?? index,
    overscan: 12,
    // Whoever goes far away in the tree takes the focus along: its row is there before the list was scrolled to it.
    rangeExtractor: range => [...new Set([at, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })

  // After every rendering, and before the next key: the row that had the focus may be gone with it.
  useLayoutEffect(() => {
    if (!going.current) return
    const row = box.current?.querySelector<HTMLElement>(`[data-tree-index="${at}"]`)
    row?.focus()
    if (row) going.current = false
  })

  const shown = rows.findIndex(({ key }) => key === selected)
  const isThere = shown >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file is a reason to scroll to it
  useEffect(() => {
    if (isThere) virtual.scrollToIndex(shown, { align: 'auto' })
  }, [selected, isThere])

  function focusRow(index: number) {
    const next = Math.min(Math.max(index, 0), rows.length - 1)
    const row = rows[next]
    if (!row) return
    setActive(row.key)
    going.current = true
    virtual.scrollToIndex(next)
  }

  function open(row: FileRow | undefined) {
    if (row?.kind === 'folder') set(row.path, !row.expanded)
    if (row?.kind !== 'file') return
    void navigate({ to: '/p/$project/room/files', params: { project }, search: { path: row.file.path } })
  }

  function expand() {
    const row = rows[at]
    if (row?.kind !== 'folder') return
    if (row.expanded) focusRow(at + 1)
    else set(row.path, true)
  }

  function collapse() {
    const row = rows[at]
    if (row?.kind === 'folder' && row.expanded) return set(row.path, false)
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
    <div ref={box} role="tree" tabIndex={-1} aria-label="Files" className="tree" onKeyDown={onKeyDown}>
      <div className="tree-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <FileRowView
              key={key}
              row={row}
              index={index}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              reachable={index === at}
              selected={row.key === selected}
              onFocus={() => setActive(row.key)}
              onOpen={() => open(row)}
            />
          )
        })}
      </div>
    </div>
  )
}

const rowHeight = 30

function activeIndex(rows: readonly FileRow[], key: string | undefined): number {
  return Math.max(
    0,
    rows.findIndex(row => row.key === key),
  )
}

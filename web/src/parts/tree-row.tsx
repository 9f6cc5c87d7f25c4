import { ChevronRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { TreeRow } from '../state/tree.ts'
import { counted } from '../state/words.ts'
import { StateMark } from './state-mark.tsx'

interface Props {
  row: TreeRow
  index: number
  style: CSSProperties
  /** Whether it is the one row that Tab reaches. */
  reachable: boolean
  selected: boolean
  onFocus: () => void
  onOpen: () => void
  onToggle: () => void
}

export function TreeRowView({ row, index, style, reachable, selected, onFocus, onOpen, onToggle }: Props) {
  const branch = row.kind === 'record' && row.ref.children_count > 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it listens for keys, as the ARIA pattern has it
    <div
      role="treeitem"
      className={`tree-row ${row.kind}`}
      style={{ ...style, paddingLeft: 6 + (row.level - 1) * 16 }}
      tabIndex={reachable ? 0 : -1}
      data-tree-index={index}
      aria-level={row.level}
      aria-selected={selected}
      {...(row.kind === 'record' && { 'aria-posinset': row.position, 'aria-setsize': row.siblings })}
      {...(branch && { 'aria-expanded': row.expanded })}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {branch ? (
        <span
          className={row.expanded ? 'tree-chevron open' : 'tree-chevron'}
          aria-hidden="true"
          onClick={event => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <ChevronRight />
        </span>
      ) : (
        <span className="tree-chevron none" aria-hidden="true" />
      )}
      <RowContent row={row} />
    </div>
  )
}

function RowContent({ row }: { row: TreeRow }) {
  if (row.kind === 'loading') return <span className="muted">Loading…</span>
  if (row.kind === 'more') return <span className="tree-more">Show more ({counted(row.left, 'record')} left)</span>
  if (row.kind === 'fault') return <span className="tree-fault">Could not load these. Press Enter to try again.</span>
  const { ref, expanded } = row
  return (
    <>
      <StateMark state={ref.state} wordless />
      <span className="tree-title">{ref.title}</span>
      {ref.open_children_count > 0 && !expanded && (
        <span className="tree-count" title={`${counted(ref.open_children_count, 'open child', 'open children')}`}>
          {ref.open_children_count}
          <span className="hidden-text"> open below</span>
        </span>
      )}
      <span className="tree-id mono">{ref.id}</span>
    </>
  )
}

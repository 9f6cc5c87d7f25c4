import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { Tree, TreeRow } from '../state/tree.ts'
import { TreeView } from '../ui/tree-view.tsx'
import { StateMark } from './state-mark.tsx'

interface Props {
  project: string
  tree: Tree
  /** The record shown beside the tree. */
  selected: string | undefined
}

export function RecordTree({ project, tree, selected }: Props) {
  const navigate = useNavigate()

  function goTo(id: string, search: { edit?: true } = {}) {
    void navigate({ to: '/p/$project/records/$id', params: { project, id }, search })
  }

  function open(row: TreeRow) {
    if (row.kind === 'more') tree.loadMore(row.parent)
    else if (row.kind === 'fault') row.retry()
    else if (row.kind === 'record') goTo(row.ref.id)
  }

  /** On a row, keys that act on a record act on that row, not on the record shown beside the tree. */
  function keysOf(row: TreeRow): { [key: string]: () => void } {
    if (row.kind !== 'record') return {}
    const { id } = row.ref
    return {
      e: () => goTo(id, { edit: true }),
      n: () => void navigate({ to: '/p/$project/records/new', params: { project }, search: { parent: id } }),
      d: () => void navigate({ to: '/p/$project/records/$id/history', params: { project, id } }),
    }
  }

  return (
    <TreeView
      label="Records"
      rows={tree.rows}
      selected={selected}
      isExpanded={row => (row.kind === 'record' && row.ref.children_count > 0 ? row.expanded : undefined)}
      onExpand={(row, expanded) => (expanded ? tree.expand(row.key) : tree.collapse(row.key))}
      onOpen={open}
      keysOf={keysOf}
    >
      {row => <RowContent row={row} />}
    </TreeView>
  )
}

function RowContent({ row }: { row: TreeRow }) {
  if (row.kind === 'loading') return <span className="muted">Loading…</span>
  if (row.kind === 'more')
    return <span className="tone-accent">Show more ({formatCount(row.left, 'record')} left)</span>
  if (row.kind === 'fault') return <span className="tone-bad">Could not load these. Press Enter to try again.</span>
  const { ref, expanded } = row
  return (
    <>
      <StateMark state={ref.state} wordless />
      <span
        className={`tree-title grow min-w-0 py-4 break-anywhere${ref.superseded_by ? ' struck' : ''}`}
        title={ref.superseded_by && `Superseded by ${ref.superseded_by}`}
      >
        {ref.title}
        {ref.superseded_by && <span className="hidden-text"> superseded by {ref.superseded_by}</span>}
      </span>
      {ref.open_children_count > 0 && !expanded && (
        <span
          className="text-2xs muted px-6 rounded-full bg-hover tabular"
          title={`${formatCount(ref.open_children_count, 'open child', 'open children')}`}
        >
          {ref.open_children_count}
          <span className="hidden-text"> open below</span>
        </span>
      )}
      <span className="text-2xs mono muted">{ref.id}</span>
    </>
  )
}

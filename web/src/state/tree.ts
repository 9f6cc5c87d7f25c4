import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { textsIn } from '../../../src/kernel/json.ts'
import type { RecordRef } from '../../../src/records/schema.ts'
import { childrenQuery, loadMoreChildren } from './record-queries.ts'

export type TreeRow =
  | {
      kind: 'record'
      key: string
      level: number
      ref: RecordRef
      expanded: boolean
      position: number
      siblings: number
    }
  | { kind: 'more'; key: string; level: number; parent: string | null; left: number }
  | { kind: 'loading'; key: string; level: number }
  | { kind: 'fault'; key: string; level: number; error: unknown; retry: () => void }

export interface Tree {
  rows: TreeRow[]
  expand(id: string): void
  collapse(id: string): void
  loadMore(parent: string | null): void
}

/** The visible rows: the children of a record are loaded when it is expanded for the first time. */
export function useTree(project: string): Tree {
  const [expanded, setExpanded] = useState<readonly string[]>(() => readExpanded(project))
  useEffect(() => sessionStorage.setItem(storageKey(project), JSON.stringify(expanded)), [project, expanded])

  const parents: Array<string | null> = [null, ...expanded]
  const answers = useQueries({ queries: parents.map(parent => childrenQuery(project, parent)) })
  const branches: Branches = new Map(parents.map((parent, index) => [parent, answers[index]]))

  return {
    rows: rowsUnder(null, 1, branches),
    expand: id => setExpanded(ids => (ids.includes(id) ? ids : [...ids, id])),
    collapse: id => setExpanded(ids => ids.filter(other => other !== id)),
    loadMore: parent => loadMoreChildren(project, parent),
  }
}

interface Branch {
  data: { records: RecordRef[]; total: number } | undefined
  error: unknown
  refetch: () => unknown
}

type Branches = Map<string | null, Branch | undefined>

function rowsUnder(parent: string | null, level: number, branches: Branches): TreeRow[] {
  const branch = branches.get(parent)
  if (!branch?.data) {
    if (!branch?.error) return [{ kind: 'loading', key: `loading ${parent}`, level }]
    return [{ kind: 'fault', key: `fault ${parent}`, level, error: branch.error, retry: () => void branch.refetch() }]
  }
  const { records, total } = branch.data
  const rows = records.flatMap((ref, index): TreeRow[] => {
    const expanded = branches.has(ref.id) && ref.children_count > 0
    const position = index + 1
    const row: TreeRow = { kind: 'record', key: ref.id, level, ref, expanded, position, siblings: total }
    return expanded ? [row, ...rowsUnder(ref.id, level + 1, branches)] : [row]
  })
  const left = total - records.length
  return left > 0 ? [...rows, { kind: 'more', key: `more ${parent}`, level, parent, left }] : rows
}

function storageKey(project: string): string {
  return `daybook.tree.${project}`
}

function readExpanded(project: string): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(project)) ?? '[]')
    return textsIn(stored)
  } catch {
    return []
  }
}

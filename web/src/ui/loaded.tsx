import type { ReactNode } from 'react'
import { FaultView } from './fault-view.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props<T> {
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** What is loaded, for the screen reader: "records". */
  label: string
  lines?: number
  children: (data: T) => ReactNode
}

/** The three states of loaded data: loading, failed, loaded. */
export function Loaded<T>({ query, label, lines = 4, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending && !query.error) return <Skeleton label={label} lines={lines} />
  return <FaultView error={query.error} onRetry={() => query.refetch()} />
}

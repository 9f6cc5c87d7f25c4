import type { ComponentProps, ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContextFault } from './context-fault.tsx'

interface Props<T> {
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  label: string
  lines?: number
  project: string
  onRemedy?: NonNullable<ComponentProps<typeof ContextFault>['onRemedy']>
  children: (data: T) => ReactNode
}

/** The three states of loaded data, with remedies for failures. */
export function ContextLoaded<T>({ query, label, lines = 4, project, onRemedy = {}, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending && !query.error) return <Skeleton label={label} lines={lines} />
  return <ContextFault error={query.error} project={project} onRetry={() => query.refetch()} onRemedy={onRemedy} />
}

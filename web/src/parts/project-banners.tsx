import { useMutation } from '@tanstack/react-query'
import { Lock, RefreshCw } from 'lucide-react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import { announce } from '../state/announce.ts'
import { catchUp, useBehind } from '../state/behind.ts'
import { useRole } from '../state/role.ts'
import { Button } from '../ui/button.tsx'

/** In a project: read-only, or behind the writes of others. */
export function ProjectBanners({ project }: { project: string }) {
  const behind = useBehind(project)
  const role = useRole(project)
  const sync = useMutation({
    mutationFn: () => catchUp(project),
    onSuccess: records =>
      announce(
        records.length > 0 ? `Synced: ${formatCount(records.length, 'record')} changed, ${list(records)}` : 'Synced',
      ),
    onError: () => announce('The sync failed; try again', 'alert'),
  })
  return (
    <>
      {role === 'reader' && (
        <div className="banner" role="status">
          <Lock aria-hidden="true" />
          <span>
            <strong>Read-only.</strong> Your role in this project is reader.
          </span>
        </div>
      )}
      {behind > 0 && (
        <div className="banner behind" role="status">
          <RefreshCw aria-hidden="true" />
          <span>
            <strong>{formatCount(behind, 'write')}</strong> since you loaded
          </span>
          <Button small disabled={sync.isPending} onClick={() => sync.mutate()}>
            Sync
          </Button>
        </div>
      )}
    </>
  )
}

function list(ids: string[]): string {
  return ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
}

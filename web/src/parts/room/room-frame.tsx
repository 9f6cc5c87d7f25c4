import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { isFault } from '../../api.ts'
import { useProject } from '../../state/addresses.ts'
import { workspaceQuery } from '../../state/room/queries.ts'
import { FaultView } from '../fault-view.tsx'
import { Skeleton } from '../skeleton.tsx'
import { NoWorkspace } from './no-workspace.tsx'

/** Around every screen of the room: a project without a folder gets the form to choose one instead. */
export function RoomFrame() {
  const project = useProject()
  const workspace = useQuery(workspaceQuery(project))
  if (isFault(workspace.error, 'no_workspace')) return <NoWorkspace project={project} />
  if (workspace.data) return <Outlet key={project} />
  return (
    <div className="page">
      {workspace.error ? (
        <FaultView error={workspace.error} onRetry={() => void workspace.refetch()} />
      ) : (
        <Skeleton label="the room" lines={6} />
      )}
    </div>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { BookOpen, FolderInput } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { callRoom, isFault } from '../../api.ts'
import type { Input } from '../../operations.ts'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { repositoriesQuery } from '../../state/home.ts'
import { useIsAdmin, useIsOwner } from '../../state/role.ts'
import { refreshRoom, workspaceQuery } from '../../state/room/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

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

/** What every screen of the room shows for a project without a folder. */
function NoWorkspace({ project }: { project: string }) {
  const isAdmin = useIsAdmin(project)
  const isOwner = useIsOwner(project)
  const repositories = useQuery({ ...repositoriesQuery, enabled: isOwner, retry: false }).data?.repositories
  const [typed, setPath] = useState<string>()
  // The project's own repository is what one would bind.
  const path = typed ?? repositories?.find(each => each.project?.id === project)?.folder ?? ''
  const bind = useMutation({
    mutationFn: (workspace: Input<'room_workspace_bind'>) => callRoom(project, 'room_workspace_bind', workspace),
    onSuccess: async ({ displayName }) => {
      await refreshRoom(project)
      announce(`The room of ${displayName} is open.`)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (path.trim() !== '') bind.mutate({ path: path.trim() })
  }

  return (
    <div className="page">
      <PageHead title="Room" lead="Agents that discuss a folder of texts and back their claims with receipts." />
      <Empty
        title="No folder yet"
        step={
          isAdmin && (
            <Button
              icon={BookOpen}
              kind="primary"
              disabled={bind.isPending}
              onClick={() => bind.mutate({ sample: true })}
            >
              Open the sample
            </Button>
          )
        }
      >
        {isAdmin
          ? 'The sample is a short story with an outline, scenes and notes; its agents answer without a model and without a network.'
          : 'An admin of the project binds a folder or opens the sample. Then the room opens here.'}
      </Empty>
      {isAdmin && (
        <form className="form narrow-form centred" onSubmit={submit}>
          <TextField
            label="Or bind a folder of your own"
            help="The absolute path of a folder on the machine Daybook runs on. Its files are not changed."
            isMono
            maxLength={4096}
            value={path}
            onChange={setPath}
          />
          <Button icon={FolderInput} type="submit" disabled={bind.isPending || path.trim() === ''}>
            Bind the folder
          </Button>
        </form>
      )}
      {bind.error && <FaultView error={bind.error} />}
    </div>
  )
}

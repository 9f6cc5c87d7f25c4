import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { BookOpen, FolderGit2, FolderInput } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { callRoom, isFault } from '../../api.ts'
import type { Input } from '../../operations.ts'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { repositoriesQuery } from '../../state/project-home.ts'
import { useIsAdmin, useIsOwner } from '../../state/role.ts'
import { refreshRoom, workspaceQuery } from '../../state/room/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'
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

type Template = NonNullable<Input<'room_workspace_bind'>['template']>

const templates: { [template in Template]: { label: string; about: string } } = {
  code: {
    label: 'Code and documents',
    about:
      'A repository as it is. What its documents state is compared with its code and its other texts; agents cite lines of both.',
  },
  story: {
    label: 'Story',
    about:
      'Scenes and an outline below Story, cards of people and places below Compendium. The sample is a short story; its agents answer without a model and without a network.',
  },
}

/** What every screen of the room shows for a project without a folder. */
function NoWorkspace({ project }: { project: string }) {
  const isAdmin = useIsAdmin(project)
  const [template, setTemplate] = useState<Template>('code')
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
    if (path.trim() !== '') bind.mutate({ path: path.trim(), template })
  }

  return (
    <div className="page">
      <PageHead title="Room" lead="Agents that discuss a folder of texts and back their claims with receipts." />
      {isAdmin ? (
        <>
          <Segmented
            label="What the room is for"
            options={[
              ['code', templates.code.label, FolderGit2],
              ['story', templates.story.label, BookOpen],
            ]}
            value={template}
            onChange={setTemplate}
          />
          <Empty
            title="No folder yet"
            step={
              template === 'story' && (
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
            {templates[template].about}
          </Empty>
          <form className="form narrow-form centred" onSubmit={submit}>
            <TextField
              label={template === 'story' ? 'Or a folder of your own' : 'The folder of the repository'}
              help="Its absolute path on the machine Daybook runs on. Its files are not changed."
              isMono
              maxLength={4096}
              value={path}
              onChange={setPath}
            />
            <Button
              icon={FolderInput}
              type="submit"
              kind={template === 'code' ? 'primary' : undefined}
              disabled={bind.isPending || path.trim() === ''}
            >
              Open the room
            </Button>
          </form>
        </>
      ) : (
        <Empty title="No folder yet">An admin of the project chooses its folder. Then the room opens here.</Empty>
      )}
      {bind.error && <FaultView error={bind.error} />}
    </div>
  )
}

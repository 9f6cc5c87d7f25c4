import { useQuery } from '@tanstack/react-query'
import { CircleStop, CircleX, Hammer, RotateCcw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Output } from '../../operations.ts'
import { Progress } from '../../parts/diary/progress.tsx'
import { CanonCatalog } from '../../parts/room/canon/canon-catalog.tsx'
import { CanonStatus } from '../../parts/room/canon/canon-status.tsx'
import { FileLink } from '../../parts/room/file-link.tsx'
import { RoomFault } from '../../parts/room/room-fault.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { useMayWrite } from '../../state/role.ts'
import { type CardRemark, noBuild, withCanonLine } from '../../state/room/canon-progress.ts'
import { refreshRoom, roomQuery } from '../../state/room/queries.ts'
import { useRoomEvents } from '../../state/room/room-events.ts'
import { useRoomWrite } from '../../state/room/room-write.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** The index of what the workspace's cards define, and whether it is up to date. */
export function CanonPage() {
  const project = useProject()
  const [progress, setProgress] = useState(noBuild)
  const status = useQuery({
    ...roomQuery(project, 'room_canon_status', {}),
    refetchInterval: ({ state }) => (state.data?.status === 'building' ? 1000 : false),
  })
  const job = status.data?.job?.id
  const isBuilding = status.data?.status === 'building'
  useRoomEvents(project, {
    // Another build has another journal.
    path: job === undefined ? undefined : `canon/index/events?job=${encodeURIComponent(job)}`,
    types: ['canon.started', 'canon.progress', 'canon.finished'],
    onEvent(type, line) {
      setProgress(before => withCanonLine(before, type, line))
      if (type !== 'canon.finished') return
      if (isBuilding) announce(line.status === 'cancelled' ? 'The build was cancelled' : 'The canon index is built')
      void refreshRoom(project, 'room_canon_status', 'room_file_show')
    },
  })
  return (
    <div className="page">
      <PageHead
        title="Canon"
        lead="What the cards define, in one index that agents and tools read. Every claim in it is quoted from its card."
        actions={<CanonActions project={project} status={status.data} />}
      />
      <Loaded query={status} label="the index" lines={4}>
        {shown => (
          <>
            <CanonStatus status={shown} />
            {shown.status === 'building' && (
              <Progress
                label="Reading the cards"
                done={progress.job === job ? progress.done : (shown.job?.done ?? 0)}
                total={progress.job === job ? progress.total : (shown.job?.total ?? 0)}
              />
            )}
            {shown.stale.length > 0 && (
              <Section title="Changed since" count={formatCount(shown.stale.length, 'card')}>
                <ul className="stack gap-4 pt-6">
                  {shown.stale.map(path => (
                    <li key={path}>
                      <FileLink project={project} path={path} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <CardRemarks project={project} remarks={progress.job === job ? progress.remarks : []} />
            {shown.indexed && <CanonCatalog project={project} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Cards that the last build could not read, or read by rules instead of by an agent. */
function CardRemarks({ project, remarks }: { project: string; remarks: readonly CardRemark[] }) {
  if (remarks.length === 0) return null
  return (
    <Section title="Cards with problems in the last build" count={remarks.length}>
      <ul className="stack gap-6 pt-6 text-s">
        {remarks.map(({ path, reason, kind }) => (
          <li className="row wrap gap-y-4 gap-x-12" key={`${kind} ${path}`}>
            <FileLink project={project} path={path} />
            <span className={kind === 'failure' ? 'mark-line tone-bad' : 'mark-line tone-warn'}>
              {kind === 'failure' ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
              {kind === 'failure' ? 'not read' : 'read by rules'}
            </span>
            <code>{safeText(reason)}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface Props {
  project: string
  status: Output<'room_canon_status'> | undefined
}

/** Starts, cancels and repeats builds of the index. */
function CanonActions({ project, status }: Props) {
  const mayWrite = useMayWrite(project)
  const build = useRoomWrite(project, 'room_canon_build', { refresh: ['room_canon_status', 'room_file_show'] })
  const cancel = useRoomWrite(project, 'room_canon_cancel', { refresh: ['room_canon_status'] })
  const retry = useRoomWrite(project, 'room_canon_retry', { refresh: ['room_canon_status', 'room_file_show'] })
  if (!mayWrite || !status) return null
  const isBusy = build.isPending || retry.isPending
  const hasRemarks = (status.job?.failures ?? 0) + (status.job?.fallbacks ?? 0) > 0
  if (status.status === 'building') {
    return (
      <Button icon={CircleStop} disabled={cancel.isPending} onClick={() => cancel.mutate({})}>
        Cancel the build
      </Button>
    )
  }
  return (
    <>
      <RoomFault error={build.error ?? retry.error ?? cancel.error} />
      {hasRemarks && (
        <Button icon={RotateCcw} disabled={isBusy} onClick={() => retry.mutate({})}>
          Read cards with problems again
        </Button>
      )}
      {status.indexed && (
        <Button disabled={isBusy} onClick={() => build.mutate({ full: true })}>
          Read all cards again
        </Button>
      )}
      <Button icon={Hammer} kind="primary" disabled={isBusy} onClick={() => build.mutate({})}>
        Build the index
      </Button>
    </>
  )
}

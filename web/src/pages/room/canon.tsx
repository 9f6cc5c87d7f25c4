import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Progress } from '../../parts/diary/progress.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { CanonActions } from '../../parts/room/canon/canon-actions.tsx'
import { CanonCatalog } from '../../parts/room/canon/canon-catalog.tsx'
import { CanonStanding } from '../../parts/room/canon/canon-standing.tsx'
import { CardRemarks } from '../../parts/room/canon/card-remarks.tsx'
import { FileLink } from '../../parts/room/file-link.tsx'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { noBuild, withCanonLine } from '../../state/room/canon-progress.ts'
import { refreshRoom, roomQuery } from '../../state/room/queries.ts'
import { useRoomEvents } from '../../state/room/room-events.ts'
import { counted } from '../../state/words.ts'

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
            <CanonStanding status={shown} />
            {shown.status === 'building' && (
              <Progress
                label="Reading the cards"
                done={progress.job === job ? progress.done : (shown.job?.done ?? 0)}
                total={progress.job === job ? progress.total : (shown.job?.total ?? 0)}
              />
            )}
            {shown.stale.length > 0 && (
              <section className="block" aria-label="Changed since">
                <div className="block-head">
                  <h2>Changed since</h2>
                  <span className="block-count">{counted(shown.stale.length, 'card')}</span>
                </div>
                <ul className="path-list">
                  {shown.stale.map(path => (
                    <li key={path}>
                      <FileLink project={project} path={path} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <CardRemarks project={project} remarks={progress.job === job ? progress.remarks : []} />
            {shown.indexed && <CanonCatalog project={project} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

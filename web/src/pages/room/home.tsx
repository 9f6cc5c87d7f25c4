import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquare, Users } from 'lucide-react'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FoundEndpoints } from '../../parts/room/agents/found-endpoints.tsx'
import { AuditMark } from '../../parts/room/audit-mark.tsx'
import { FileTree } from '../../parts/room/files/file-tree.tsx'
import { OpenConferences } from '../../parts/room/home/open-conferences.tsx'
import { RoomAgents } from '../../parts/room/home/room-agents.tsx'
import { RoomNotes } from '../../parts/room/home/room-notes.tsx'
import { TurnQueue } from '../../parts/room/home/turn-queue.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { roomQuery } from '../../state/room/queries.ts'

/** Other processes change the room too, without an event for this page. */
const lookEvery = 10_000

/** The room at a glance, with links to all of it. */
export function RoomHomePage() {
  const project = useProject()
  const status = useQuery({ ...roomQuery(project, 'room_status_show', {}), refetchInterval: lookEvery })
  const tree = useQuery(roomQuery(project, 'room_tree_show', {}))
  return (
    <div className="page wide">
      <Loaded query={status} label="the room" lines={8}>
        {({ workspace, agents, chief, canon, audit, problems }) => (
          <>
            <PageHead
              title={safeText(workspace.displayName)}
              lead={
                safeText(workspace.description) ||
                'Agents that discuss these files and back their claims with receipts.'
              }
              actions={
                <>
                  <Link to="/p/$project/room/receipts" params={{ project }} className={`audit-badge ${audit.status}`}>
                    <span className="hidden-text">Audit: </span>
                    <AuditMark status={audit.status} />
                  </Link>
                  <Link to="/p/$project/room/chat" params={{ project }} className="button">
                    <MessageSquare aria-hidden="true" /> Chat
                  </Link>
                  <Link to="/p/$project/room/conferences" params={{ project }} className="button primary">
                    <Users aria-hidden="true" /> Start a conference
                  </Link>
                </>
              }
            />
            <RoomNotes project={project} audit={audit.status} chief={chief} canon={canon} problems={problems} />
            <FoundEndpoints project={project} agents={agents} />
            <div className="room-columns">
              <section className="block" aria-labelledby="room-files">
                <header className="block-head">
                  <h2 id="room-files">Files</h2>
                  {tree.data && (
                    <span className="block-count tabular">{tree.data.files.length.toLocaleString('en')}</span>
                  )}
                  <Link to="/p/$project/room/files" params={{ project }} className="block-more text-link">
                    Open and search
                  </Link>
                </header>
                <Loaded query={tree} label="the files" lines={8}>
                  {data =>
                    data.files.length === 0 ? (
                      <p className="block-none">No texts yet. Put Markdown files below Story and Compendium.</p>
                    ) : (
                      <div className="home-tree">
                        <FileTree project={project} tree={data} />
                      </div>
                    )
                  }
                </Loaded>
              </section>
              <div>
                <RoomAgents project={project} agents={agents} chief={chief} />
                <OpenConferences project={project} />
                <TurnQueue project={project} names={new Map(agents.map(({ id, name }) => [id, name]))} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

import { formatNumber } from '../../../../src/kernel/numbers.ts'
import '../../parts/room/room.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Crown, MessageSquare } from 'lucide-react'
import { roleNamed } from '../../../../src/room/agents/roles.ts'
import type { Output } from '../../operations.ts'
import { FoundEndpoints } from '../../parts/room/agents/found-endpoints.tsx'
import { AuditMark } from '../../parts/room/audit-mark.tsx'
import { ConferenceRow } from '../../parts/room/conference/conference-row.tsx'
import { NewConference } from '../../parts/room/conference/new-conference.tsx'
import { FileTree } from '../../parts/room/files/file-tree.tsx'
import { RoomNotes } from '../../parts/room/home/room-notes.tsx'
import { TurnQueue } from '../../parts/room/home/turn-queue.tsx'
import { ModelStatusMark } from '../../parts/room/model-status-mark.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useMayWrite } from '../../state/role.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** Other processes change the room too, without an event for this page. */
const refreshMs = 10_000

/** The room at a glance, with links to all of it. */
export function RoomHomePage() {
  const project = useProject()
  const mayWrite = useMayWrite(project)
  const status = useQuery({ ...roomQuery(project, 'room_status_show', {}), refetchInterval: refreshMs })
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
                  <Link
                    to="/p/$project/room/receipts"
                    params={{ project }}
                    className={`py-6 inline-flex px-12 border-strong rounded-full bg-surface hoverable ${audit.status}`}
                  >
                    <span className="hidden-text">Audit: </span>
                    <AuditMark status={audit.status} isEmpty={audit.receipts === 0} />
                  </Link>
                  <Link to="/p/$project/room/chat" params={{ project }} className="button">
                    <MessageSquare aria-hidden="true" /> Chat
                  </Link>
                </>
              }
            />
            {mayWrite && (
              <div className="mb-24">
                <NewConference project={project} isFirst={false} />
              </div>
            )}
            <RoomNotes project={project} audit={audit.status} chief={chief} canon={canon} problems={problems} />
            <FoundEndpoints project={project} agents={agents} />
            <div className="split wide-main">
              <Section
                title="Files"
                count={tree.data && formatNumber(tree.data.files.length)}
                more={
                  <Link to="/p/$project/room/files" params={{ project }} className="block-more text-link">
                    Open and search
                  </Link>
                }
              >
                <Loaded query={tree} label="the files" lines={8}>
                  {data =>
                    data.files.length === 0 ? (
                      <p className="block-none">
                        {workspace.template === 'code'
                          ? 'No texts yet. Put code and Markdown files into the folder.'
                          : 'No texts yet. Put Markdown files below Story and Compendium.'}
                      </p>
                    ) : (
                      <div className="home-tree flex downwards" style={{ height: heightOf(data) }}>
                        <FileTree project={project} tree={data} />
                      </div>
                    )
                  }
                </Loaded>
              </Section>
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

/** As high as its rows, up to what a screen shows. */
function heightOf({ files, folders }: { files: readonly unknown[]; folders: readonly unknown[] }): string {
  return `min(${(files.length + folders.length) * rowHeight + 2}px, 85dvh)`
}

const rowHeight = 30

/** The conferences that are not closed. */
function OpenConferences({ project }: { project: string }) {
  const query = useQuery({ ...roomQuery(project, 'room_conference_list', {}), refetchInterval: 5000 })
  return (
    <Section
      title="Open conferences"
      more={
        <Link to="/p/$project/room/conferences" params={{ project }} className="block-more text-link">
          All conferences
        </Link>
      }
    >
      <Loaded query={query} label="the conferences" lines={2}>
        {({ conferences }) => {
          const open = conferences.filter(({ state }) => state === 'open')
          if (open.length === 0)
            return (
              <p className="block-none">None. In a conference all agents answer one question, one after the other.</p>
            )
          return (
            <ul className="divided">
              {open.map(conference => (
                <ConferenceRow isBrief key={conference.id} project={project} conference={conference} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

type Agent = Output<'room_status_show'>['agents'][number]

interface Props {
  project: string
  agents: readonly Agent[]
  chief: string | null
}

/** The agents, and the model that answers for each at present. */
function RoomAgents({ project, agents, chief }: Props) {
  return (
    <Section
      title="Agents"
      count={agents.length}
      more={
        <Link to="/p/$project/room/agents" params={{ project }} className="block-more text-link">
          Set up
        </Link>
      }
    >
      <ul className="home-agents divided">
        {agents.map(({ id, name, role, enabled, status, provider, model }) => (
          <li key={id} className={enabled ? undefined : 'off'}>
            <span className="row gap-8 min-w-0">
              <strong className="truncate weight-550">{safeText(name)}</strong>
              {id === chief && (
                <span className="inline-row gap-4 tone-warn text-xs weight-550">
                  <Crown aria-hidden="true" /> Chief
                </span>
              )}
              {!enabled && <span className="tag">off</span>}
            </span>
            <span className="truncate soft text-xs">
              {roleNamed(role).label === name ? '' : safeText(roleNamed(role).label)}
              {status !== 'builtin' && `, ${safeText(provider)}${model === null ? '' : ` ${safeText(model)}`}`}
            </span>
            <ModelStatusMark status={status} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

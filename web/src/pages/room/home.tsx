import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { workspaceQuery } from '../../state/room/queries.ts'

/** What the room is at a glance, and the way to all of it. */
export function RoomHomePage() {
  const project = useProject()
  const workspace = useQuery(workspaceQuery(project))
  return (
    <div className="page wide">
      <Loaded query={workspace} label="the room">
        {({ displayName }) => <PageHead title={safeText(displayName)} />}
      </Loaded>
    </div>
  )
}

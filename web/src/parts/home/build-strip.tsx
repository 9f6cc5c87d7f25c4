import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Build } from '../../../../src/diary/build/journal.ts'
import { useNotice } from '../../state/feed.ts'
import { homeQuery } from '../../state/home.ts'
import { late } from '../../ui/late.tsx'

/** How far the days are that the server reads, on every page. */
export function BuildStrip() {
  const { data } = useQuery(homeQuery)
  const [noticed, setNoticed] = useState<Build>()
  useNotice('diary_build', setNoticed)
  const stored = data?.build ?? undefined
  // A notice is newer than what was loaded, unless it is about an earlier build.
  const build = noticed && (!stored || noticed.build_id === stored.build_id) ? noticed : stored
  return build?.state === 'running' ? <LateProgress build={build} /> : null
}

const LateProgress = late(
  async () => (await import('./build-progress.tsx')).BuildProgress,
  () => true,
)

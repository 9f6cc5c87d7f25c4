import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Build } from '../../../../src/diary/build/journal.ts'
import { useNotice } from '../../state/feed.ts'
import { homeQuery } from '../../state/home.ts'
import { late } from '../../ui/late.tsx'

/** How far the days are that the server reads, on every page but that of the day, which says so itself. */
export function BuildStrip() {
  const { date } = useParams({ strict: false })
  const { data } = useQuery(homeQuery)
  const [noticed, setNoticed] = useState<Build>()
  useNotice('diary_build', setNoticed)
  const stored = data?.build ?? undefined
  // A notice is newer than what was loaded, unless it is about an earlier build.
  const build = noticed && (!stored || noticed.build_id === stored.build_id) ? noticed : stored
  const isHere = date !== undefined && (build?.day === date || build?.step === 'newest')
  return build?.state === 'running' && !isHere ? <LateProgress build={build} /> : null
}

const LateProgress = late(
  async () => (await import('./build-progress.tsx')).BuildProgress,
  () => true,
)

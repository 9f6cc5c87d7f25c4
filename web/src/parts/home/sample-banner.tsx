import { useQuery } from '@tanstack/react-query'
import { homeQuery } from '../../state/home.ts'
import { late } from '../../ui/late.tsx'

/** On every page while the sample is there. */
export function SampleBanner() {
  const { data } = useQuery(homeQuery)
  return data?.sample ? <LateNotice /> : null
}

const LateNotice = late(
  async () => (await import('./sample-notice.tsx')).SampleNotice,
  () => true,
)

import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { call } from '../../api.ts'
import type { Input } from '../../operations.ts'
import { homeQuery, refreshHome } from '../../state/home.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'

interface Props {
  label: string
  days: Input<'diary_build'>
}

/** Starts a build of days on the server, which goes on when the page is closed; the strip above shows how far it is. */
export function BuildDays({ label, days }: Props) {
  const { data } = useQuery(homeQuery)
  const build = useMutation({ mutationFn: () => call('diary_build', days), onSettled: () => void refreshHome() })
  if (data?.build) return null
  return (
    <>
      <Button small icon={CalendarPlus} disabled={build.isPending} onClick={() => build.mutate()}>
        {label}
      </Button>
      {build.error && <FaultView error={build.error} />}
    </>
  )
}

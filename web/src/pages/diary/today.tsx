import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { homeQuery } from '../../state/home.ts'
import { Loaded } from '../../ui/loaded.tsx'

/** Today in the diary's time zone, which the server knows. */
export function TodayPage() {
  const home = useQuery(homeQuery)
  return (
    <div className="page">
      <Loaded query={home} label="today" lines={4}>
        {({ today }) => <Navigate to="/diary/$date" params={{ date: today }} replace />}
      </Loaded>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Loaded } from '../parts/loaded.tsx'
import { projectsQuery } from '../state/queries.ts'

/** Goes where the reader was last, or to the default project. */
export function Home() {
  const projects = useQuery(projectsQuery)
  return (
    <main className="lone">
      <h1 className="hidden-text">Daybook</h1>
      <Loaded query={projects} label="projects">
        {({ projects }) => {
          const last = localStorage.getItem('daybook.project')
          const known = projects.find(({ id }) => id === last) ?? projects.find(({ is_default }) => is_default)
          const project = (known ?? projects[0])?.id ?? 'default'
          return <Navigate to="/p/$project/records" params={{ project }} replace />
        }}
      </Loaded>
    </main>
  )
}

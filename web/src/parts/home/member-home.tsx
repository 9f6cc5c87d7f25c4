import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { projectsQuery } from '../../state/queries.ts'
import { Loaded } from '../../ui/loaded.tsx'

/** Goes to the project that was open last, else to the default one, unless only another project has records. */
export function MemberHome() {
  const projects = useQuery(projectsQuery)
  return (
    <Loaded query={projects} label="projects">
      {({ projects }) => {
        if (projects.length === 0) return <Navigate to="/projects" replace />
        const last = localStorage.getItem('daybook.project')
        const written = projects.filter(({ tick }) => tick > 0)
        const chosen =
          projects.find(({ id }) => id === last) ??
          written.find(({ is_default }) => is_default) ??
          written[0] ??
          projects.find(({ is_default }) => is_default)
        return <Navigate to="/p/$project" params={{ project: chosen?.id ?? 'default' }} replace />
      }}
    </Loaded>
  )
}

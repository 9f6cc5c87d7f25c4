import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../../src/kernel/operation.ts'
import { projectsQuery, whoamiQuery } from './queries.ts'

/** The caller's role in the project, from the list that every page loads; undefined until that is there. */
export function useRole(project: string): Role | undefined {
  const { data } = useQuery(projectsQuery)
  return data?.projects.find(({ id }) => id === project)?.role
}

/** Whether the caller may write in the project. Until that is known the controls are shown: the server decides. */
export function useMayWrite(project: string): boolean {
  return useRole(project) !== 'reader'
}

export function useIsAdmin(project: string): boolean {
  const role = useRole(project)
  return role === undefined || role === 'admin'
}

/** Whether the caller is the machine's owner, not a limited token: only owners see its keys and addresses. */
export function useIsOwner(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data === undefined || data.is_owner
}

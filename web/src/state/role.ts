import { useQuery } from '@tanstack/react-query'
import { whoamiQuery } from './queries.ts'

/** Whether the caller may write in the project. Until that is known the controls are shown: the server decides. */
export function useMayWrite(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data?.role !== 'reader'
}

export function useIsAdmin(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data === undefined || data.role === 'admin'
}

/** Whether the caller is the machine's owner, not a limited token: only owners see its keys and addresses. */
export function useIsOwner(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data === undefined || data.is_owner
}

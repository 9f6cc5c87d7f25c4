import { useQuery } from '@tanstack/react-query'
import { whoamiQuery } from './queries.ts'

/** Whether the caller may write in the project. Until that is known the controls are there: the server decides. */
export function useMayWrite(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data?.role !== 'reader'
}

export function useIsAdmin(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data === undefined || data.role === 'admin'
}

/** Whether the person at the machine is looking, not through a limited token: its keys and addresses are theirs alone. */
export function useIsOwner(project: string): boolean {
  const { data } = useQuery(whoamiQuery(project))
  return data === undefined || data.is_owner
}

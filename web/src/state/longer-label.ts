import { useQuery } from '@tanstack/react-query'
import { homeQuery } from './home.ts'

/** Names a project of the diary among others as Home does, where only its folder's name is known. */
export function useLongerLabel(): (label: string, key: string | undefined) => string {
  const { data: home } = useQuery(homeQuery)
  return (label, key) => longerLabel(label, key, home?.projects ?? [])
}

export function longerLabel(
  label: string,
  key: string | undefined,
  known: ReadonlyArray<{ project_keys: readonly string[]; label: string }>,
): string {
  const longer = known.find(({ project_keys }) => key !== undefined && project_keys.includes(key))?.label
  // Home has folders before the name only where several have it; a project may also be named freely.
  return longer?.endsWith(`/${label}`) ? longer : label
}

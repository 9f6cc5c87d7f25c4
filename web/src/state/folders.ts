import { useQuery } from '@tanstack/react-query'
import { repositoriesQuery } from './project-home.ts'

/** Names the folders of days in several, each by its last two names, so that two days of one date are told apart. */
export function useFolders(days: readonly { project_key: string }[] = []): (key: string) => string | undefined {
  const isOne = days.every(({ project_key }) => project_key === days[0]?.project_key)
  const { data } = useQuery({ ...repositoriesQuery, enabled: !isOne, retry: false })
  return key => {
    const found = isOne ? undefined : data?.repositories.find(({ project_key }) => project_key === key)
    return found && (found.folder?.split(/[/\\]/).slice(-2).join('/') ?? found.label)
  }
}

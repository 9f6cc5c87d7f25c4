import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { homeQuery } from '../home.ts'

interface Labelled {
  project_key: string
  project_label: string
}

/** Projects of a report: those that share a name have the longer one that Home gives them. */
export function useDistinctLabels<R extends { projects: readonly Labelled[] }>(report: R): R {
  const { data: home } = useQuery(homeQuery)
  return useMemo(() => withDistinctLabels(report, home?.projects ?? []), [report, home])
}

export function withDistinctLabels<R extends { projects: readonly Labelled[] }>(
  report: R,
  known: ReadonlyArray<{ project_keys: readonly string[]; label: string }>,
): R {
  const isShared = (label: string) => report.projects.filter(each => each.project_label === label).length > 1
  if (!report.projects.some(({ project_label }) => isShared(project_label))) return report
  const projects = report.projects.map(project => {
    const longer = known.find(({ project_keys }) => project_keys.includes(project.project_key))?.label
    return longer !== undefined && isShared(project.project_label) ? { ...project, project_label: longer } : project
  })
  return { ...report, projects }
}

/** The name in a key of the diary, where nothing else is known of the project yet. */
export function nameInKey(key: string): string {
  return key.replace(/-[0-9a-f]{12}$/, '')
}

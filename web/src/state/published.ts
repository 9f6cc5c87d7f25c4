import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** The days that people published to a project, newest first, each in its last version. */
export const publishedDaysQuery = (project: string) =>
  queryOptions({
    queryKey: ['in', project, 'published'],
    queryFn: async ({ signal }) => {
      const { versions } = await call('diary_published', {}, signal)
      const here = versions.filter(each => each.project_id === project)
      const isLast = (each: (typeof here)[number]) =>
        !here.some(
          ({ author, date, version }) => author === each.author && date === each.date && version > each.version,
        )
      return here.filter(isLast)
    },
    staleTime: 60_000,
  })

export const publishedReportQuery = (project: string, author: string, date: string) =>
  queryOptions({
    queryKey: ['in', project, 'published', author, date],
    queryFn: ({ signal }) => call('diary_published_report', { author, date, format: 'html' }, signal),
  })

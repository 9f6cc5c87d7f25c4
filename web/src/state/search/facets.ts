import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  CalendarDays,
  CircleDot,
  ClipboardCheck,
  FileText,
  FolderKanban,
  ListTree,
  type LucideIcon,
  MessageSquareText,
} from 'lucide-react'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'

export type FacetAnswer = Output<'search'>['facets'][number]
export type Facet = FacetAnswer['facet']
export type Answered = Extract<FacetAnswer, { state: 'answered' }>
export type Hit = Answered['hits'][number]

/** In the order the server has them. */
export const facets: ReadonlyArray<{ facet: Facet; label: string; icon: LucideIcon }> = [
  { facet: 'sessions', label: 'Sessions', icon: MessageSquareText },
  { facet: 'records', label: 'Records', icon: ListTree },
  { facet: 'items', label: 'Work items', icon: ClipboardCheck },
  { facet: 'days', label: 'Days', icon: CalendarDays },
  { facet: 'issues', label: 'Issues', icon: CircleDot },
  { facet: 'files', label: 'Files', icon: FileText },
  { facet: 'projects', label: 'Projects', icon: FolderKanban },
]

/** The best of one part. Every part is asked for itself, so that a slow one does not hold back the others. */
export const facetQuery = (facet: Facet, words: string, limit: number) =>
  queryOptions({
    queryKey: ['search', facet, words, limit],
    queryFn: async ({ signal }) =>
      answerOf(await call('search', { query: words, in: [facet], limit, typing: true }, signal)),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** All of one part, page by page. */
export const facetPagesQuery = (facet: Facet, words: string) =>
  infiniteQueryOptions({
    queryKey: ['search', facet, words, 'pages'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { query: words, in: [facet], limit: 20, typing: true, ...(pageParam && { page: pageParam }) }
      return answerOf(await call('search', query, signal))
    },
    initialPageParam: '',
    getNextPageParam: answer => (answer.state === 'answered' ? answer.next_page : null),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

function answerOf({ facets: [answer] }: Output<'search'>): FacetAnswer {
  if (!answer) throw new Error('The answer has no part.')
  return answer
}

import { useEffect, useRef } from 'react'
import { useFeed } from '../feed.ts'
import { queryClient } from '../queries.ts'

/** Reloads a part of a project's context whenever the project's fields were written. */
export function useFollowing(project: string, part: 'preview' | 'history', updatedAt: string | undefined): void {
  const seen = useRef(updatedAt)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== updatedAt) reload(project, part)
    seen.current = updatedAt
  }, [project, part, updatedAt])
}

/** Reloads the preview when its sources change: the project's fields, and its records as the feed reports them. */
export function useLivePreview(project: string, updatedAt: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useFollowing(project, 'preview', updatedAt)
  useEffect(() => () => clearTimeout(timer.current), [])
  useFeed(({ project_id }) => {
    if (project_id !== project || timer.current) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      reload(project, 'preview')
    }, 400)
  })
}

function reload(project: string, part: string): void {
  void queryClient.invalidateQueries({ queryKey: ['context', 'of', project, part] })
}

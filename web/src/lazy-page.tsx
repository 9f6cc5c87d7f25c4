import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ComponentType, use, useEffect, useRef } from 'react'
import { call } from './api.ts'
import { useFeedStatus } from './state/feed.ts'
import { FaultView, LoadFailure } from './ui/fault-view.tsx'
import { useTitle } from './ui/page-head.tsx'

/** A screen that is loaded when it is opened; if that fails, only its place in the frame fails. */
export function lazyPage<Name extends string>(load: () => Promise<{ [name in Name]: ComponentType }>, name: Name) {
  let page: ComponentType | undefined
  let failure: LoadFailure | undefined
  let loading: Promise<void> | undefined
  // The router keeps a rejected promise for good, so the failure is thrown where the screen is drawn.
  const preload = () => {
    loading ??= load().then(
      module => {
        page = module[name]
      },
      (cause: unknown) => {
        failure = new LoadFailure(name, { cause })
      },
    )
    return loading
  }
  function LazyPage() {
    if (!page && !failure) use(preload())
    if (failure) throw failure
    const Page = page
    return Page ? <Page /> : null
  }
  LazyPage.preload = preload
  return LazyPage
}

/** Shown in the frame instead of a screen that failed; tried again by hand, or when the server is back. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const status = useFeedStatus()
  useTitle('Not loaded')
  const retry = async () => {
    // A browser does not fetch a script again that it could not get, so the page is loaded anew once there is an answer.
    if (error instanceof LoadFailure) {
      const isBack = await fetch('/api/health').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isBack) window.location.reload()
      return
    }
    reset()
    void router.invalidate()
  }
  useEffect(() => {
    // A script that was refused does not say why; a call does, and then the page shows that it is signed out.
    if (error instanceof LoadFailure) call('list_projects', {}).catch(() => {})
  }, [error])
  const last = useRef(status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the server that comes back is a reason to try again
  useEffect(() => {
    if (status === 'live' && last.current !== 'live') void retry()
    last.current = status
  }, [status])
  return (
    <div className="page">
      <h1 className="hidden-text">This screen could not be loaded</h1>
      <FaultView error={error} onRetry={() => void retry()} />
    </div>
  )
}

import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { NotFound } from './pages/not-found.tsx'
import { Shell } from './parts/shell.tsx'
import { FaultView } from './ui/fault-view.tsx'
import { Notices } from './ui/notices.tsx'

export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Notices />
    </>
  ),
  notFoundComponent: () => (
    <Shell>
      <NotFound />
    </Shell>
  ),
  errorComponent: ({ error }) => (
    <main className="lone px-20">
      <FaultView error={error} onRetry={() => window.location.reload()} />
    </main>
  ),
})

export const project = createRoute({ getParentRoute: () => root, path: '/p/$project', component: Shell })

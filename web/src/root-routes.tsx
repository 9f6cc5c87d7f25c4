import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { NotFound } from './pages/not-found.tsx'
import { FaultView } from './parts/fault-view.tsx'
import { Notices } from './parts/notices.tsx'
import { Shell } from './parts/shell.tsx'

export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Notices />
    </>
  ),
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => (
    <main className="lone">
      <FaultView error={error} onRetry={() => window.location.reload()} />
    </main>
  ),
})

export const project = createRoute({ getParentRoute: () => root, path: '/p/$project', component: Shell })

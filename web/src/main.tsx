import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import 'virtual:tokens.css'
import './ui/base.css'
import './ui/layout.css'
import './ui/spacing.css'
import './ui/surface.css'
import './ui/type.css'
import './ui/badge.css'
import './ui/banner.css'
import './ui/button.css'
import './ui/chart.css'
import './ui/code-block.css'
import './ui/dialog.css'
import './ui/diff-view.css'
import './ui/empty.css'
import './ui/facts.css'
import './ui/fault-view.css'
import './ui/field.css'
import './ui/list-row.css'
import './ui/markdown.css'
import './ui/menu.css'
import './ui/page.css'
import './ui/search-field.css'
import './ui/section.css'
import './ui/skeleton.css'
import './ui/switch.css'
import './ui/table.css'
import './ui/tabs.css'
import './ui/toast.css'
import './ui/tooltip.css'
import './ui/tree-view.css'
import './parts/home/home.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { keepEarlyAnswers } from './api.ts'
import { router } from './router.tsx'
import { queryClient } from './state/queries.ts'
import { listenForShortcuts } from './state/shortcuts.ts'
import { releaseInheritedSessions } from './state/tab-session.ts'

let loadedAddress = ''
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const earlyAnswers = document.getElementById('early-answers')?.textContent
if (earlyAnswers) keepEarlyAnswers(earlyAnswers)
await releaseInheritedSessions()
listenForShortcuts()
// Drawn once and in one piece: before this there is nothing to draw, and the frame of the document would give way to nothing.
// Not awaited, because the script of the page waits for this one.
void loadAddress().then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <MissedAddress />
      </QueryClientProvider>
    </StrictMode>,
  ),
)

/** Until the router is mounted nobody follows the address, which may change meanwhile, as by going back. */
async function loadAddress(): Promise<void> {
  while (loadedAddress !== router.history.location.href) {
    loadedAddress = router.history.location.href
    await router.load()
  }
}

/** Loads an address that changed while the first page was being drawn: the router takes note of it, but loads nothing. */
function MissedAddress() {
  useEffect(() => void loadAddress(), [])
  return null
}

import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/fields.css'
import './styles/overlays.css'
import './styles/palette.css'
import './styles/rail.css'

import './styles/shell.css'
import './styles/marks.css'
import './styles/lists.css'
import './styles/page-states.css'
import './styles/tree.css'
import './styles/record.css'
import './styles/record-around.css'
import './styles/editor.css'
import './styles/markdown.css'
import './styles/screens.css'
import './styles/compare.css'
import './styles/diff.css'
import './styles/diary-days.css'
import './styles/diary.css'
import './styles/diary-items.css'
import './styles/diary-charts.css'
import './styles/diary-sheet.css'
import './styles/diary-generate.css'
import './styles/transcript.css'
import './styles/transcript-lines.css'
import './styles/transcript-overview.css'
import './styles/range.css'
import './styles/sources.css'
import './styles/why.css'
import './styles/home.css'
import './styles/context.css'
import './styles/context-fields.css'
import './styles/context-state.css'
import './styles/context-block.css'
import './styles/room.css'
import './styles/room-platform.css'
import './styles/room-issues.css'
import './styles/room-jobs.css'
import './styles/room-agents.css'
import './styles/room-settings.css'
import './styles/room-messages.css'
import './styles/room-talk.css'
import './styles/room-conference.css'
import './styles/room-audit.css'
import './styles/room-files.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Tooltip } from 'radix-ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { queryClient } from './state/queries.ts'
import { listenForShortcuts } from './state/shortcuts.ts'
import { releaseInheritedSessions } from './state/tab-session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
await releaseInheritedSessions()
listenForShortcuts()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Tooltip.Provider delayDuration={400}>
        <RouterProvider router={router} />
      </Tooltip.Provider>
    </QueryClientProvider>
  </StrictMode>,
)

import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.tsx'
import { project } from './root-routes.tsx'
import { filesSearch, receiptsSearch } from './state/room/addresses.ts'
import { chatSearch } from './state/room/chat-addresses.ts'
import { issuesSearch, promptSearch } from './state/room/platform-addresses.ts'

// The screens of the room are loaded on the first visit. What all of them need is in their frame.
const room = createRoute({
  getParentRoute: () => project,
  path: 'room',
  component: lazyPage(() => import('./parts/room/room-frame.tsx'), 'RoomFrame'),
})

const home = createRoute({
  getParentRoute: () => room,
  path: '/',
  component: lazyPage(() => import('./pages/room/home.tsx'), 'RoomHomePage'),
})

const files = createRoute({
  getParentRoute: () => room,
  path: 'files',
  component: lazyPage(() => import('./pages/room/files.tsx'), 'FilesPage'),
  validateSearch: filesSearch,
})
const receipts = createRoute({
  getParentRoute: () => room,
  path: 'receipts',
  component: lazyPage(() => import('./pages/room/receipts.tsx'), 'ReceiptsPage'),
  validateSearch: receiptsSearch,
})
const issues = createRoute({
  getParentRoute: () => room,
  path: 'issues',
  component: lazyPage(() => import('./pages/room/issues.tsx'), 'IssuesPage'),
  validateSearch: issuesSearch,
})
const issue = createRoute({
  getParentRoute: () => room,
  path: 'issues/$issue',
  component: lazyPage(() => import('./pages/room/issue.tsx'), 'IssuePage'),
})
const canon = createRoute({
  getParentRoute: () => room,
  path: 'canon',
  component: lazyPage(() => import('./pages/room/canon.tsx'), 'CanonPage'),
})
const runs = createRoute({
  getParentRoute: () => room,
  path: 'runs',
  component: lazyPage(() => import('./pages/room/runs.tsx'), 'RunsPage'),
})
const run = createRoute({
  getParentRoute: () => room,
  path: 'runs/$run',
  component: lazyPage(() => import('./pages/room/run.tsx'), 'RunPage'),
})
const agents = createRoute({
  getParentRoute: () => room,
  path: 'agents',
  component: lazyPage(() => import('./pages/room/agents.tsx'), 'AgentsPage'),
})
const agent = createRoute({
  getParentRoute: () => room,
  path: 'agents/$agent',
  component: lazyPage(() => import('./pages/room/agent.tsx'), 'AgentPage'),
})
const providers = createRoute({
  getParentRoute: () => room,
  path: 'providers',
  component: lazyPage(() => import('./pages/room/providers.tsx'), 'ProvidersPage'),
})
const toolPrompts = createRoute({
  getParentRoute: () => room,
  path: 'prompts',
  component: lazyPage(() => import('./pages/room/prompts.tsx'), 'RoomPromptsPage'),
  validateSearch: promptSearch,
})
const telemetry = createRoute({
  getParentRoute: () => room,
  path: 'telemetry',
  component: lazyPage(() => import('./pages/room/telemetry.tsx'), 'TelemetryPage'),
})
const notifications = createRoute({
  getParentRoute: () => room,
  path: 'notifications',
  component: lazyPage(() => import('./pages/room/notifications.tsx'), 'NotificationsPage'),
})
const settings = createRoute({
  getParentRoute: () => room,
  path: 'settings',
  component: lazyPage(() => import('./pages/room/settings.tsx'), 'RoomSettingsPage'),
})

const chat = createRoute({
  getParentRoute: () => room,
  path: 'chat',
  component: lazyPage(() => import('./pages/room/chat.tsx'), 'ChatPage'),
  validateSearch: chatSearch,
})
const conferences = createRoute({
  getParentRoute: () => room,
  path: 'conferences',
  component: lazyPage(() => import('./pages/room/conferences.tsx'), 'ConferencesPage'),
})
const conference = createRoute({
  getParentRoute: () => room,
  path: 'conferences/$conference',
  component: lazyPage(() => import('./pages/room/conference.tsx'), 'ConferencePage'),
})

// Add a page: its route above, its name here.
export const roomRoutes = room.addChildren([
  home,
  chat,
  conferences,
  conference,
  files,
  receipts,
  issues,
  issue,
  canon,
  runs,
  run,
  agents,
  agent,
  providers,
  toolPrompts,
  telemetry,
  notifications,
  settings,
])

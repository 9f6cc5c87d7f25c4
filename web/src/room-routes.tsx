import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { project } from './root-routes.tsx'
import { filesSearch, receiptsSearch } from './state/room/addresses.ts'
import { chatSearch } from './state/room/chat-addresses.ts'
import { issuesSearch, promptSearch } from './state/room/platform-addresses.ts'

// The screens of the room are loaded on the first visit. What all of them need is in their frame.
const room = createRoute({
  getParentRoute: () => project,
  path: 'room',
  component: lazyRouteComponent(() => import('./parts/room/room-frame.tsx'), 'RoomFrame'),
})

const home = createRoute({
  getParentRoute: () => room,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/room/home.tsx'), 'RoomHomePage'),
})

const files = createRoute({
  getParentRoute: () => room,
  path: 'files',
  component: lazyRouteComponent(() => import('./pages/room/files.tsx'), 'FilesPage'),
  validateSearch: filesSearch,
})
const receipts = createRoute({
  getParentRoute: () => room,
  path: 'receipts',
  component: lazyRouteComponent(() => import('./pages/room/receipts.tsx'), 'ReceiptsPage'),
  validateSearch: receiptsSearch,
})
const issues = createRoute({
  getParentRoute: () => room,
  path: 'issues',
  component: lazyRouteComponent(() => import('./pages/room/issues.tsx'), 'IssuesPage'),
  validateSearch: issuesSearch,
})
const issue = createRoute({
  getParentRoute: () => room,
  path: 'issues/$issue',
  component: lazyRouteComponent(() => import('./pages/room/issue.tsx'), 'IssuePage'),
})
const canon = createRoute({
  getParentRoute: () => room,
  path: 'canon',
  component: lazyRouteComponent(() => import('./pages/room/canon.tsx'), 'CanonPage'),
})
const runs = createRoute({
  getParentRoute: () => room,
  path: 'runs',
  component: lazyRouteComponent(() => import('./pages/room/runs.tsx'), 'RunsPage'),
})
const run = createRoute({
  getParentRoute: () => room,
  path: 'runs/$run',
  component: lazyRouteComponent(() => import('./pages/room/run.tsx'), 'RunPage'),
})
const agents = createRoute({
  getParentRoute: () => room,
  path: 'agents',
  component: lazyRouteComponent(() => import('./pages/room/agents.tsx'), 'AgentsPage'),
})
const agent = createRoute({
  getParentRoute: () => room,
  path: 'agents/$agent',
  component: lazyRouteComponent(() => import('./pages/room/agent.tsx'), 'AgentPage'),
})
const providers = createRoute({
  getParentRoute: () => room,
  path: 'providers',
  component: lazyRouteComponent(() => import('./pages/room/providers.tsx'), 'ProvidersPage'),
})
const toolPrompts = createRoute({
  getParentRoute: () => room,
  path: 'prompts',
  component: lazyRouteComponent(() => import('./pages/room/prompts.tsx'), 'RoomPromptsPage'),
  validateSearch: promptSearch,
})
const telemetry = createRoute({
  getParentRoute: () => room,
  path: 'telemetry',
  component: lazyRouteComponent(() => import('./pages/room/telemetry.tsx'), 'TelemetryPage'),
})
const notifications = createRoute({
  getParentRoute: () => room,
  path: 'notifications',
  component: lazyRouteComponent(() => import('./pages/room/notifications.tsx'), 'NotificationsPage'),
})
const settings = createRoute({
  getParentRoute: () => room,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/room/settings.tsx'), 'RoomSettingsPage'),
})

const chat = createRoute({
  getParentRoute: () => room,
  path: 'chat',
  component: lazyRouteComponent(() => import('./pages/room/chat.tsx'), 'ChatPage'),
  validateSearch: chatSearch,
})
const conferences = createRoute({
  getParentRoute: () => room,
  path: 'conferences',
  component: lazyRouteComponent(() => import('./pages/room/conferences.tsx'), 'ConferencesPage'),
})
const conference = createRoute({
  getParentRoute: () => room,
  path: 'conferences/$conference',
  component: lazyRouteComponent(() => import('./pages/room/conference.tsx'), 'ConferencePage'),
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

import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ActivityPage } from './pages/activity.tsx'
import { ConflictPage } from './pages/conflict.tsx'
import { HistoryPage } from './pages/history.tsx'
import { HomePage } from './pages/home.tsx'
import { NewRecordPage } from './pages/new-record.tsx'
import { OverviewPage } from './pages/overview.tsx'
import { RecordPage } from './pages/record.tsx'
import { SearchPage } from './pages/search.tsx'
import { SessionsPage } from './pages/sessions.tsx'
import { TreeLayout, TreePage } from './pages/tree.tsx'
import { Shell } from './parts/shell.tsx'
import { roomRoutes } from './room-routes.tsx'
import { project, root } from './root-routes.tsx'
import {
  activitySearch,
  everythingSearch,
  historySearch,
  newSearch,
  recordSearch,
  searchSearch,
  sessionsSearch,
} from './state/addresses.ts'
import { promptsSearch, stateSearch } from './state/context/addresses.ts'
import { daySearch, daysSearch, rangeSearch, transcriptSearch } from './state/diary/addresses.ts'
import { whySearch } from './state/diary/why.ts'

// What belongs to the person and to no project.
const person = createRoute({ getParentRoute: () => root, id: 'person', component: Shell })
const home = createRoute({ getParentRoute: () => person, path: '/', component: HomePage })
const inbox = createRoute({
  getParentRoute: () => person,
  path: 'inbox',
  component: lazyRouteComponent(() => import('./pages/inbox.tsx'), 'InboxPage'),
})
const settings = createRoute({
  getParentRoute: () => person,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
})
const settingsSources = createRoute({
  getParentRoute: () => person,
  path: 'settings/sources',
  beforeLoad: () => redirect({ to: '/diary/sources', replace: true, throw: true }),
})

const overview = createRoute({ getParentRoute: () => project, path: '/', component: OverviewPage })
const work = createRoute({
  getParentRoute: () => project,
  path: 'work',
  component: lazyRouteComponent(() => import('./pages/work.tsx'), 'WorkPage'),
})
const records = createRoute({ getParentRoute: () => project, path: 'records' })
// Until 0.1 the overview of a project was part of its records.
const recordsOverview = createRoute({
  getParentRoute: () => records,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/p/$project', params, replace: true, throw: true }),
})
const search = createRoute({
  getParentRoute: () => records,
  path: 'search',
  component: SearchPage,
  validateSearch: searchSearch,
})
const everything = createRoute({
  getParentRoute: () => project,
  path: 'search',
  component: lazyRouteComponent(() => import('./pages/search-everything.tsx'), 'SearchEverythingPage'),
  validateSearch: everythingSearch,
})
const sessions = createRoute({
  getParentRoute: () => records,
  path: 'sessions',
  component: SessionsPage,
  validateSearch: sessionsSearch,
})
const activity = createRoute({
  getParentRoute: () => records,
  path: 'activity',
  component: ActivityPage,
  validateSearch: activitySearch,
})

// The tree stays in place while records beside it change.
const beside = createRoute({ getParentRoute: () => records, id: 'tree-beside', component: TreeLayout })
const tree = createRoute({ getParentRoute: () => beside, path: 'tree', component: TreePage })
const fresh = createRoute({
  getParentRoute: () => beside,
  path: 'new',
  component: NewRecordPage,
  validateSearch: newSearch,
})
const record = createRoute({
  getParentRoute: () => beside,
  path: '$id',
  component: RecordPage,
  validateSearch: recordSearch,
})
const history = createRoute({
  getParentRoute: () => records,
  path: '$id/history',
  component: HistoryPage,
  validateSearch: historySearch,
})
const conflict = createRoute({ getParentRoute: () => records, path: '$id/conflict', component: ConflictPage })

// The screens of a project's context are loaded on the first visit.
const context = createRoute({ getParentRoute: () => project, path: 'context' })
const build = createRoute({
  getParentRoute: () => context,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/context/build.tsx'), 'BuildPage'),
})
const projectFields = createRoute({
  getParentRoute: () => context,
  path: 'project',
  component: lazyRouteComponent(() => import('./pages/context/project.tsx'), 'ProjectPage'),
})
const projectState = createRoute({
  getParentRoute: () => context,
  path: 'state',
  component: lazyRouteComponent(() => import('./pages/context/state.tsx'), 'StatePage'),
  validateSearch: stateSearch,
})
const prompts = createRoute({
  getParentRoute: () => context,
  path: 'prompts',
  component: lazyRouteComponent(() => import('./pages/context/prompts.tsx'), 'PromptsPage'),
  validateSearch: promptsSearch,
})
const allProjects = createRoute({ getParentRoute: () => root, path: '/projects', component: Shell })
const projectList = createRoute({
  getParentRoute: () => allProjects,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/context/projects.tsx'), 'ProjectsPage'),
})

// The diary belongs to the person, not to a project; its screens are loaded on the first visit.
const diary = createRoute({ getParentRoute: () => root, path: '/diary', component: Shell })
const days = createRoute({
  getParentRoute: () => diary,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/diary/days.tsx'), 'DaysPage'),
  validateSearch: daysSearch,
})
const today = createRoute({
  getParentRoute: () => diary,
  path: 'today',
  component: lazyRouteComponent(() => import('./pages/diary/today.tsx'), 'TodayPage'),
})
const range = createRoute({
  getParentRoute: () => diary,
  path: 'range',
  component: lazyRouteComponent(() => import('./pages/diary/range.tsx'), 'RangePage'),
  validateSearch: rangeSearch,
})
const why = createRoute({
  getParentRoute: () => diary,
  path: 'why',
  component: lazyRouteComponent(() => import('./pages/diary/why.tsx'), 'WhyPage'),
  validateSearch: whySearch,
})
const sources = createRoute({
  getParentRoute: () => diary,
  path: 'sources',
  component: lazyRouteComponent(() => import('./pages/diary/sources.tsx'), 'SourcesPage'),
})
const day = createRoute({
  getParentRoute: () => diary,
  path: '$date',
  component: lazyRouteComponent(() => import('./pages/diary/day.tsx'), 'DayPage'),
  validateSearch: daySearch,
})
const dayProject = createRoute({
  getParentRoute: () => diary,
  path: '$date/$key',
  component: lazyRouteComponent(() => import('./pages/diary/project.tsx'), 'ProjectPage'),
  validateSearch: daySearch,
})
const transcript = createRoute({
  getParentRoute: () => diary,
  path: '$date/$key/$session',
  component: lazyRouteComponent(() => import('./pages/diary/transcript.tsx'), 'TranscriptPage'),
  validateSearch: transcriptSearch,
})

export const router = createRouter({
  routeTree: root.addChildren([
    person.addChildren([home, inbox, settings, settingsSources]),
    project.addChildren([
      overview,
      work,
      everything,
      records.addChildren([
        recordsOverview,
        search,
        sessions,
        activity,
        history,
        conflict,
        beside.addChildren([tree, fresh, record]),
      ]),
      context.addChildren([build, projectFields, projectState, prompts]),
      roomRoutes,
    ]),
    allProjects.addChildren([projectList]),
    diary.addChildren([days, today, range, why, sources, day, dayProject, transcript]),
  ]),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

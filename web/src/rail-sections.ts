import {
  Activity,
  BookMarked,
  CalendarDays,
  CalendarRange,
  CircleDot,
  DoorOpen,
  Files,
  FolderKanban,
  FolderSearch,
  GitCommitHorizontal,
  Hammer,
  History,
  LayoutDashboard,
  Library,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  MonitorDot,
  Search,
  Settings2,
  SlidersHorizontal,
  UsersRound,
  Workflow,
} from 'lucide-react'

export interface Screen {
  label: string
  to: ScreenPath
  icon: LucideIcon
  keys?: string
  /** URLs below the screen's own that belong to it. */
  also?: RegExp
}

/** What the rail shows: one entry for each part of Daybook, with its screens. */
export const railSections: ReadonlyArray<{ part: string; screens: readonly Screen[] }> = [
  {
    part: 'Records',
    screens: [
      { label: 'Overview', to: '/p/$project/records', icon: LayoutDashboard, keys: 'g o' },
      { label: 'Tree', to: '/p/$project/records/tree', icon: ListTree, keys: 'g t', also: /\/records\/(R\d|new)/i },
      { label: 'Search', to: '/p/$project/records/search', icon: Search },
      { label: 'Sessions', to: '/p/$project/records/sessions', icon: MonitorDot },
      { label: 'Activity', to: '/p/$project/records/activity', icon: Activity, keys: 'g a' },
    ],
  },
  {
    part: 'Context',
    screens: [
      { label: 'Build', to: '/p/$project/context', icon: Hammer, keys: 'g b' },
      { label: 'State', to: '/p/$project/context/state', icon: History },
      { label: 'Prompts', to: '/p/$project/context/prompts', icon: Library },
      { label: 'Project', to: '/p/$project/context/project', icon: SlidersHorizontal },
      { label: 'Projects', to: '/projects', icon: FolderKanban, keys: 'g p' },
    ],
  },
  {
    part: 'Room',
    // The room's other screens are linked on its home.
    screens: [
      {
        label: 'Room',
        to: '/p/$project/room',
        icon: DoorOpen,
        keys: 'g m',
        also: /\/room\/receipts/,
      },
      { label: 'Files', to: '/p/$project/room/files', icon: Files, keys: 'g f' },
      {
        label: 'Conferences',
        to: '/p/$project/room/conferences',
        icon: UsersRound,
        keys: 'g c',
        also: /\/room\/conferences\/./,
      },
      { label: 'Chat', to: '/p/$project/room/chat', icon: MessagesSquare, keys: 'g h' },
      { label: 'Issues', to: '/p/$project/room/issues', icon: CircleDot, keys: 'g i', also: /\/room\/issues\/\d/ },
      { label: 'Canon', to: '/p/$project/room/canon', icon: BookMarked },
      { label: 'Runs', to: '/p/$project/room/runs', icon: Workflow, also: /\/room\/runs\/./ },
      {
        label: 'Settings',
        to: '/p/$project/room/settings',
        icon: Settings2,
        also: /\/room\/(agents|providers|prompts|telemetry|notifications)/,
      },
    ],
  },
  {
    part: 'Diary',
    screens: [
      { label: 'Days', to: '/diary', icon: CalendarDays, keys: 'g d', also: /^\/diary\/\d{4}-/ },
      { label: 'Range', to: '/diary/range', icon: CalendarRange, keys: 'g r' },
      { label: 'Why', to: '/diary/why', icon: GitCommitHorizontal, keys: 'g w' },
      { label: 'Sources', to: '/diary/sources', icon: FolderSearch, keys: 'g s' },
    ],
  },
]

type ScreenPath =
  | '/p/$project/records'
  | '/p/$project/records/tree'
  | '/p/$project/records/search'
  | '/p/$project/records/sessions'
  | '/p/$project/records/activity'
  | '/p/$project/context'
  | '/p/$project/context/state'
  | '/p/$project/context/prompts'
  | '/p/$project/context/project'
  | '/p/$project/room'
  | '/p/$project/room/files'
  | '/p/$project/room/chat'
  | '/p/$project/room/conferences'
  | '/p/$project/room/issues'
  | '/p/$project/room/canon'
  | '/p/$project/room/runs'
  | '/p/$project/room/settings'
  | '/projects'
  | '/diary'
  | '/diary/range'
  | '/diary/why'
  | '/diary/sources'

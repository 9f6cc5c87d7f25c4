import {
  Activity,
  CalendarDays,
  CalendarRange,
  FolderSearch,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  MonitorDot,
  Search,
} from 'lucide-react'

export interface Screen {
  label: string
  to: ScreenPath
  icon: LucideIcon
  keys?: string
  /** Addresses below the screen's own that belong to it. */
  also?: RegExp
}

/** What the rail shows: one entry for each part of Daybook, with its screens. */
export const railSections: ReadonlyArray<{ part: string; screens: readonly Screen[] }> = [
  {
    part: 'Records',
    screens: [
      { label: 'Overview', to: '/p/$project/records', icon: LayoutDashboard, keys: 'g o' },
      { label: 'Tree', to: '/p/$project/records/tree', icon: ListTree, keys: 'g t', also: /\/records\/(R\d|new)/i },
      { label: 'Search', to: '/p/$project/records/search', icon: Search, keys: '/' },
      { label: 'Sessions', to: '/p/$project/records/sessions', icon: MonitorDot },
      { label: 'Activity', to: '/p/$project/records/activity', icon: Activity, keys: 'g a' },
    ],
  },
  {
    part: 'Diary',
    screens: [
      { label: 'Days', to: '/diary', icon: CalendarDays, keys: 'g d', also: /^\/diary\/\d{4}-/ },
      { label: 'Range', to: '/diary/range', icon: CalendarRange, keys: 'g r' },
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
  | '/diary'
  | '/diary/range'
  | '/diary/sources'

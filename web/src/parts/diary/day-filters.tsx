import { useNavigate } from '@tanstack/react-router'
import { ListFilter, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type DayAddress, type DayFilter, itemKinds, turnStates } from '../../state/diary/addresses.ts'
import { type DayView, isFiltered, stateOf, turnId } from '../../state/diary/day-view.ts'
import { kindWord, sourceWord, stateWord } from '../../state/diary/turn-words.ts'
import { late } from '../../ui/late.tsx'
import { whenShown } from '../../ui/when-shown.ts'
import type { FilterProps } from './filter-menu.tsx'
import { StateSwatch } from './marks.tsx'

interface Props {
  view: DayView
  address: DayAddress
  /** Only one project, so the filter for projects is left out. */
  projectKey?: string
}

interface Choice {
  field: keyof DayFilter
  name: string
  options: FilterProps['options']
}

/** Filters timeline and lists by project, agent, ending and kind; kept in the URL. */
export function DayFilters({ view, address, projectKey }: Props) {
  const navigate = useNavigate()
  const choices = choicesIn(view, projectKey).filter(({ options }) => options.length > 1)
  const go = (next: Partial<{ [field in keyof DayFilter]: string[] }>) =>
    // The URL is checked when it is read, so only values of the right lists matter here.
    void navigate({ to: '.', search: { ...address, ...next } as DayAddress, replace: true, resetScroll: false })
  useEffect(() => whenShown(() => void loadMenu().catch(() => undefined), 400), [])
  if (choices.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: filter chips, not a form
    <div className="row wrap gap-6 not-printed muted mb-12" role="group" aria-label="Filters">
      <ListFilter aria-hidden="true" />
      {choices.map(({ field, name, options }) => {
        const chosen: readonly string[] = address[field] ?? []
        return (
          <FilterChip
            key={field}
            label={chosen.length > 0 ? `${name}: ${wordsFor(chosen, options)}` : name}
            options={options}
            chosen={chosen}
            onChange={next => go({ [field]: next })}
          />
        )
      })}
      {isFiltered(address) && (
        <button
          type="button"
          className="chip plain"
          onClick={() => go({ projects: [], sources: [], states: [], kinds: [] })}
        >
          <X aria-hidden="true" /> Clear
        </button>
      )}
    </div>
  )
}

const loadMenu = () => import('./filter-menu.tsx')
const LateMenu = late(
  async () => (await loadMenu()).FilterMenu,
  () => true,
)

/** A chip whose menu takes its place with the first press. */
function FilterChip(props: FilterProps) {
  const [isOpened, setOpened] = useState(false)
  if (isOpened) return <LateMenu {...props} />
  return (
    <button
      type="button"
      className={props.chosen.length > 0 ? 'chip chosen' : 'chip'}
      aria-haspopup="menu"
      aria-expanded="false"
      onClick={() => setOpened(true)}
      onKeyDown={event => event.key === 'ArrowDown' && setOpened(true)}
    >
      {props.label}
    </button>
  )
}

function choicesIn({ report, itemOf }: DayView, projectKey: string | undefined): Choice[] {
  const { projects } = report
  const timeline = report.statistics.timeline.filter(
    entry => projectKey === undefined || entry.project_key === projectKey,
  )
  const sources = [...new Set(timeline.map(({ source }) => source))].sort()
  const kinds = new Set(timeline.map(entry => itemOf.get(turnId(entry.project_key, entry))?.item.kind))
  return [
    {
      field: 'projects',
      name: 'Project',
      options:
        projectKey === undefined
          ? projects.map(({ project_key, project_label }) => ({ value: project_key, word: project_label }))
          : [],
    },
    { field: 'sources', name: 'Agent', options: sources.map(value => ({ value, word: sourceWord(value) })) },
    {
      field: 'states',
      name: 'Ended',
      options: turnStates
        .filter(state => timeline.some(entry => stateOf(entry) === state))
        .map(value => ({ value, word: stateWord(value), mark: <StateSwatch state={value} /> })),
    },
    {
      field: 'kinds',
      name: 'Kind',
      options: itemKinds.filter(kind => kinds.has(kind)).map(value => ({ value, word: kindWord(value) })),
    },
  ]
}

function wordsFor(chosen: readonly string[], options: Choice['options']): string {
  const names = chosen.map(value => options.find(option => option.value === value)?.word ?? value)
  return names.length > 2 ? `${names.length} chosen` : names.join(', ')
}

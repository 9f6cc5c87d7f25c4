import './palette.css'
import { useQueries } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { isFault } from '../../api.ts'
import { useDebounced } from '../../state/debounced.ts'
import { useFeedStatus } from '../../state/feed.ts'
import { facetQuery, facets, type Hit } from '../../state/search/facets.ts'
import { nearMatch } from '../../state/search/near-match.ts'
import { setPalette } from '../../state/search/open-palette.ts'
import { addRecent } from '../../state/search/recents.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { faultText } from '../../ui/fault-words.ts'
import { Marked } from '../marked.tsx'
import { type Entry, type EntryGroup, useLocalGroups } from './entries.ts'

/** Finds pages, actions, projects and everything that the search finds, by keyboard. */
export function Palette({ project }: { project: string }) {
  const opener = useRef(document.activeElement)
  return (
    <Dialog.Root open onOpenChange={open => setPalette(open)}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="palette"
          aria-describedby={undefined}
          onCloseAutoFocus={event => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
          }}
        >
          <Dialog.Title className="hidden-text">Search everything</Dialog.Title>
          <Combobox project={project} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Combobox({ project }: { project: string }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const words = typed.trim()
  const local = useLocalGroups(project, words)
  const found = useFound(words)
  const last = useSearchPage(project, words)
  const groups = [...local, ...found.groups, ...last]
  const entries = groups.flatMap(group => group.entries)
  const active = entries.find(({ id }) => id === chosen) ?? entries[0]
  const optionId = (entry: Entry) => `${listId} ${entry.id}`.replaceAll(' ', '-')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what scrolls
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])

  function choose(entry: Entry | undefined) {
    setPalette(false)
    entry?.run()
  }

  function move(step: number) {
    const at = active ? entries.indexOf(active) : -1
    setChosen(entries[(at + step + entries.length) % entries.length]?.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const isToggle = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') choose(active)
    else if (isToggle) setPalette(false)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="palette-field">
        <Search aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(active && { 'aria-activedescendant': optionId(active) })}
          placeholder="Search pages, actions and everything"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} ref={list} className="scrolls pt-4 px-8 pb-8" role="listbox" aria-label="Results">
        {groups.map(group => (
          <Group
            key={group.title}
            group={group}
            active={active}
            optionId={optionId}
            onPoint={setChosen}
            onChoose={choose}
          />
        ))}
      </div>
      <p className="py-8 px-16 border-top soft text-xs" role="status">
        {found.state || countWords(entries.length - last.length, words)}
      </p>
    </>
  )
}

function countWords(count: number, words: string): string {
  if (words === '') return 'Arrow keys choose, Enter opens'
  return count === 0 ? `Nothing was found for “${words}”` : formatCount(count, 'result')
}

interface GroupProps {
  group: EntryGroup
  active: Entry | undefined
  optionId: (entry: Entry) => string
  onPoint: (id: string) => void
  onChoose: (entry: Entry) => void
}

function Group({ group: { title, entries }, active, optionId, onPoint, onChoose }: GroupProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
    <div role="group" aria-labelledby={id}>
      <p id={id} className="pt-10 px-8 pb-4 muted text-xs">
        {title}
      </p>
      {entries.map(entry => {
        const { icon: Icon, title, label, excerpt, matches = [], keys } = entry
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
          // biome-ignore lint/a11y/useFocusableInteractive: options are named by aria-activedescendant
          <div
            key={entry.id}
            id={optionId(entry)}
            className="palette-option row gap-10 py-6 px-8 rounded-m pointer"
            role="option"
            aria-selected={entry === active}
            onMouseMove={() => onPoint(entry.id)}
            onClick={() => onChoose(entry)}
          >
            <Icon aria-hidden="true" />
            <span className="stack grow min-w-0">
              <span className="truncate">
                <CodeText text={title} />
              </span>
              {excerpt && excerpt !== title && (
                <span className="truncate soft text-xs">
                  <Marked text={excerpt} matches={matches} prose />
                </span>
              )}
            </span>
            {(keys || label) && <span className="palette-label truncate fixed-size soft text-xs">{keys ?? label}</span>}
          </div>
        )
      })}
    </div>
  )
}

const hitsPerFacet = 4
const fewestLetters = 2

/** What the parts answer, each as soon as it does; parts that have everything that was asked for come first. */
function useFound(words: string): { groups: EntryGroup[]; state: string } {
  const { history } = useRouter()
  const isAway = useFeedStatus() === 'lost'
  const asked = useDebounced(words, 120)
  const isAsking = words.length >= fewestLetters
  const answers = useQueries({
    queries: facets.map(({ facet }) => ({
      ...facetQuery(facet, asked, hitsPerFacet),
      enabled: isAsking && asked.length >= fewestLetters,
    })),
  })
  if (!isAsking) return { groups: [], state: isAway ? away : '' }
  const found = answers.flatMap(({ data }, place) => {
    const facet = facets[place]
    if (!facet || data?.state !== 'answered' || data.hits.length === 0) return []
    const title = `${facet.label} · ${data.total_is === 'exact' ? data.total : `up to ${data.total}`}`
    const entries = data.hits.map(hit => ({
      ...entryOf(hit, history.push),
      id: `${facet.facet} ${hit.id}`,
      icon: facet.icon,
    }))
    return [{ title, entries, isWhole: data.matched === 'all' }]
  })
  const groups = found.filter(({ isWhole }) => isWhole)
  return { groups: groups.length > 0 ? groups : found, state: stateOf() }

  function stateOf(): string {
    const offline = answers.some(({ error }) => isFault(error, 'OFFLINE'))
    if (isAway || offline) return away
    const refused = answers.find(({ error }) => isFault(error, 'INVALID_INPUT'))
    if (refused) return faultText(refused.error)
    const waiting = answers.flatMap(({ isFetching }, place) => (isFetching ? (facets[place]?.label ?? []) : []))
    if (words !== asked || waiting.length > 0) return `Searching ${(waiting.join(', ') || 'everything').toLowerCase()}…`
    const failed = answers.flatMap(({ data, error }, place) =>
      error || data?.state === 'failed' ? (facets[place]?.label ?? []) : [],
    )
    return failed.length > 0 ? `Could not search: ${failed.join(', ').toLowerCase()}.` : ''
  }
}

const away = 'Daybook is not answering. Recent things, pages and the theme still work.'

function entryOf({ title, label, excerpt, matches, address, project }: Hit, go: (address: string) => void) {
  return {
    title,
    label: [label, project && !label.includes(project) ? project : ''].filter(Boolean).join(' · '),
    ...nearMatch(excerpt, matches),
    run() {
      addRecent({ address, title })
      go(address)
    },
  }
}

function useSearchPage(project: string, words: string): EntryGroup[] {
  const navigate = useNavigate()
  if (words === '') return []
  return [
    {
      title: 'Search page',
      entries: [
        {
          id: 'search page',
          title: `Search everything for “${words}”`,
          icon: Search,
          run: () => void navigate({ to: '/p/$project/search', params: { project }, search: { q: words } }),
        },
      ],
    },
  ]
}

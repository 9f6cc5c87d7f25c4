import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { type Evidence, transcriptEvidence } from '../../state/evidence.ts'
import { projectWorkQuery } from '../../state/project-home.ts'
import { facetQuery } from '../../state/search/facets.ts'
import { TextField } from '../../ui/field.tsx'
import { safeText } from '../transcript/safe-text.ts'

export interface ChoiceProps {
  project: string
  picked: Evidence | undefined
  onPick: (evidence: Evidence | undefined) => void
}

/** The work items of the project's repository, newest first. */
export function ItemChoice({ project, picked, onPick }: ChoiceProps) {
  const [words, setWords] = useState('')
  const work = useQuery({ ...projectWorkQuery(project), retry: false })
  const items = (work.data?.days ?? []).flatMap(({ date, project_key, items }) =>
    items.map(({ work_item_ref, title }) => ({
      ref: `diary:${date}/${project_key}/${work_item_ref}`,
      date,
      title: plainLine(title),
    })),
  )
  const shown = items.filter(({ title, date }) =>
    `${title} ${date} ${shortDate(date)}`.toLowerCase().includes(words.toLowerCase()),
  )
  return (
    <>
      <TextField label="Find" placeholder="Words of its title, or a day" value={words} onChange={setWords} />
      <Choices
        empty={items.length === 0 ? 'No day of this project has work items yet.' : 'No work item has these words.'}
        options={shown.slice(0, mostShown).map(({ ref, date, title }) => ({
          key: ref,
          isChosen: picked?.ref === ref,
          onChoose: () => onPick({ kind: 'work_item', ref }),
          content: (
            <>
              {safeText(title)} <span className="muted">{shortDate(date)}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

export const mostShown = 8

/** Lines that a search of all sessions finds, or those of an address. */
export function LinesChoice({ picked, onPick }: ChoiceProps) {
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const given = transcriptEvidence(query)
  const found = useQuery({ ...facetQuery('sessions', query, mostShown), enabled: query !== '' && !given, retry: false })
  const hits = given
    ? []
    : (found.data?.state === 'answered' ? found.data.hits : []).flatMap(({ title, passages = [] }) =>
        passages.flatMap(({ address, excerpt }) => {
          const evidence = transcriptEvidence(address)
          return evidence ? [{ evidence, title, excerpt }] : []
        }),
      )
  return (
    <>
      <TextField
        label="Find"
        help="Words that were said, or the address of lines that are selected in a transcript."
        value={words}
        onChange={text => {
          setWords(text)
          onPick(transcriptEvidence(text.trim()))
        }}
      />
      <Choices
        empty={query === '' || given ? '' : 'No session has these words.'}
        options={hits.slice(0, mostShown).map(({ evidence, title, excerpt }) => ({
          key: `${evidence.ref} ${evidence.lines}`,
          isChosen: picked?.ref === evidence.ref && picked.lines === evidence.lines,
          onChoose: () => onPick(evidence),
          content: (
            <>
              {safeText(excerpt)} <span className="muted">{safeText(title)}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

export function FileChoice({ onPick }: ChoiceProps) {
  const [path, setPath] = useState('')
  const [lines, setLines] = useState('')
  function change(nextPath: string, nextLines: string) {
    setPath(nextPath)
    setLines(nextLines)
    const span = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(nextLines.trim())
    const isReady = nextPath.trim() !== '' && (nextLines.trim() === '' || span !== null)
    const cited = span ? { lines: `${span[1]}-${span[2] ?? span[1]}` } : {}
    onPick(isReady ? { kind: 'file', ref: nextPath.trim(), ...cited } : undefined)
  }
  return (
    <div className="form-row">
      <TextField
        label="Path"
        help="Within the folder of the project or of its room."
        isMono
        placeholder="src/ledger.ts"
        value={path}
        onChange={text => change(text, lines)}
      />
      <TextField label="Lines" placeholder="12-15" isMono value={lines} onChange={text => change(path, text)} />
    </div>
  )
}

interface Choice {
  key: string
  isChosen: boolean
  onChoose: () => void
  content: ReactNode
}

export function Choices({ options, empty }: { options: readonly Choice[]; empty: string }) {
  if (options.length === 0) return empty === '' ? null : <p className="muted text-s">{empty}</p>
  return (
    <ul className="stack gap-6" aria-label="Found">
      {options.map(({ key, isChosen, onChoose, content }) => (
        <li key={key}>
          <button type="button" className="chip sentence" aria-pressed={isChosen} onClick={onChoose}>
            <span>{content}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

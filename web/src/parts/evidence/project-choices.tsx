import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownTitle } from '../../../../src/room/issues/shown-title.ts'
import { commitsQuery } from '../../state/diary/why.ts'
import type { Evidence } from '../../state/evidence.ts'
import { projectWorkQuery } from '../../state/project-home.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { receiptQuery } from '../../state/room/receipts.ts'
import { useSessionTitles } from '../../state/room/session-titles.ts'
import { toolWords } from '../../state/room/tool-words.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { kindOf } from '../room/session-list.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { type ChoiceProps, Choices, mostShown } from './evidence-choices.tsx'

const daysOfCommits = 3

/** The commits that the project's last days of work made, or one by its hash. */
export function CommitChoice({ project, picked, onPick }: ChoiceProps) {
  const [words, setWords] = useState('')
  const work = useQuery({ ...projectWorkQuery(project), retry: false }).data
  const days = [...new Set(work?.days.filter(({ has_report }) => has_report).map(({ date }) => date))]
  const found = useQueries({
    queries: days.slice(0, daysOfCommits).map(date => ({ ...commitsQuery(date), retry: false })),
  })
  const commits = found.flatMap(({ data }) =>
    (data ?? [])
      .filter(({ project_key }) => work?.project_keys.includes(project_key))
      .flatMap(({ commits }) => commits),
  )
  return (
    <>
      <TextField
        label="Find"
        help="Words of its subject, or a hash of the project’s repository."
        value={words}
        onChange={text => {
          setWords(text)
          onPick(/^[0-9a-f]{7,40}$/.test(text.trim()) ? commitEvidence(text.trim()) : undefined)
        }}
      />
      <Choices
        empty=""
        options={commits
          .filter(({ hash, subject }) => `${hash} ${subject}`.toLowerCase().includes(words.trim().toLowerCase()))
          .slice(0, mostShown)
          .map(({ hash, subject }) => ({
            key: hash,
            isChosen: picked?.ref === commitEvidence(hash).ref,
            onChoose: () => onPick(commitEvidence(hash)),
            content: (
              <>
                {safeText(subject)} <code className="muted">{hash.slice(0, 10)}</code>
              </>
            ),
          }))}
      />
    </>
  )
}

function commitEvidence(hash: string): Evidence {
  return { kind: 'file', ref: `commit:${hash}` }
}

/** Issues of the project's room. */
export function IssueChoice({ project, picked, onPick }: ChoiceProps) {
  const [words, setWords] = useState('')
  const list = useQuery({ ...roomQuery(project, 'room_issue_list', {}), retry: false })
  const shown = (list.data?.issues ?? []).filter(issue =>
    `#${issue.id} ${shownTitle(issue)}`.toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <>
      <TextField label="Find" placeholder="Words of its title, or its number" value={words} onChange={setWords} />
      <Choices
        empty={list.isLoading ? '' : 'The room of this project has no such issue.'}
        options={shown.slice(0, mostShown).map(issue => ({
          key: String(issue.id),
          isChosen: picked?.ref === `issue:${issue.id}`,
          onChoose: () => onPick({ kind: 'file', ref: `issue:${issue.id}` }),
          content: (
            <>
              {safeText(shownTitle(issue))} <span className="muted">#{issue.id}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

/** What tools read for a chat or a conference of the project's room. */
export function ReceiptChoice({ project, picked, onPick }: ChoiceProps) {
  const [session, setSession] = useState('')
  const titles = useSessionTitles(project)
  const audit = useQuery({ ...roomQuery(project, 'room_verify', {}), retry: false })
  const sessions = audit.data?.sessions ?? []
  const receipts = useQuery({
    ...roomQuery(project, 'room_receipts', { sessionId: session }),
    enabled: session !== '',
    retry: false,
  })
  const ids = receipts.data?.receipts.slice(0, mostShown) ?? []
  const known = useQueries({ queries: ids.map(id => receiptQuery(project, id)) })
  if (!audit.isLoading && sessions.length === 0) {
    return <p className="muted text-s">No tool has run in the room of this project yet.</p>
  }
  return (
    <>
      <SelectField
        label="Of"
        value={session}
        options={{
          '': 'Choose a chat, conference or run…',
          ...Object.fromEntries(
            sessions.map(({ sessionId }) => [
              sessionId,
              `${kindOf(sessionId)}: ${safeText(titles.get(sessionId) ?? sessionId)}`,
            ]),
          ),
        }}
        onChange={id => {
          setSession(id)
          onPick(undefined)
        }}
      />
      <Choices
        empty=""
        options={ids.map((id, at) => {
          const receipt = known[at]?.data?.receipt
          return {
            key: id,
            isChosen: picked?.ref === id,
            onChoose: () => onPick({ kind: 'receipt', ref: id }),
            content: receipt ? (
              <>
                {toolWords(receipt.tool_id)}{' '}
                <span className="muted">
                  {safeText(
                    receipt.file_refs
                      .map(({ path }) => path)
                      .slice(0, 3)
                      .join(', '),
                  )}
                </span>
              </>
            ) : (
              <code>{id}</code>
            ),
          }
        })}
      />
    </>
  )
}

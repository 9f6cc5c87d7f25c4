import './diary.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { categoryNames, linesWords } from '../../../../src/diary/report/text/names.ts'
import { plainLine, withoutControls } from '../../../../src/diary/report/text/plain.ts'
import type { Chain } from '../../../../src/diary/schema.ts'
import { type DayView, turnId } from '../../state/diary/day-view.ts'
import { chainQuery } from '../../state/diary/queries.ts'
import { clockOf, sourceWord } from '../../state/diary/turn-words.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { CommitLinks } from './commit-links.tsx'
import { LinesPreview } from './lines-preview.tsx'
import { StateSwatch } from './marks.tsx'
import { VerifiedMark } from './verified.tsx'

interface Props {
  view: DayView
  projectKey: string
  session: string
  turn: string
  lines: string | undefined
  onLines: (lines: string | undefined) => void
}

/** The evidence of one turn: what was asked, what the agent did, what the result was, each claim with its lines. */
export function ChainView({ view, projectKey, session, turn, lines, onLines }: Props) {
  const { report_date: date } = view.report
  const chain = useQuery(chainQuery(date, projectKey, session, turn))
  const id = turnId(projectKey, { session_ref: session, turn_ref: turn })
  const entry = view.turns.get(id)
  const cited = view.spans.get(id)
  return (
    <>
      <p className="row wrap gap-y-4 gap-x-12 muted text-xs">
        {entry && (
          <span>
            {[...new Set([clockOf(entry.start), clockOf(entry.end)])].join('–')}, {sourceWord(entry.source)}, session{' '}
            {session}
          </span>
        )}
        {cited && <span>{linesWords(cited.lines)}</span>}
        {cited && <VerifiedMark date={date} cited={cited} spelled />}
      </p>
      <Loaded query={chain} label="the evidence" lines={6}>
        {found =>
          found === null ? (
            <p className="note">No evidence chain was written for this turn. Its transcript can still be read.</p>
          ) : (
            <Claims
              chain={found.chain}
              lines={lines}
              onLines={onLines}
              preview={shown => (
                <LinesPreview date={date} projectKey={projectKey} session={session} turn={turn} lines={shown} />
              )}
            />
          )
        }
      </Loaded>
      <section className="sheet-part">
        <h3>Commits</h3>
        <CommitLinks
          date={date}
          projectKey={projectKey}
          isMeant={({ session_ref, turn_ref }) => session_ref === session && turn_ref === turn}
        />
      </section>
    </>
  )
}

interface ClaimsProps {
  chain: Chain
  lines: string | undefined
  onLines: (lines: string | undefined) => void
  preview: (lines: string) => ReactNode
}

interface Claim {
  head: string
  text: ReactNode
  citations: ReadonlyArray<{ lines: string }>
}

function Claims({ chain, lines, onLines, preview }: ClaimsProps) {
  const claims = claimsOf(chain)
  const [chosen, setChosen] = useState<number>()
  // A deep link names lines but no claim: the first claim with these lines shows them.
  const open = chosen ?? claims.findIndex(({ citations }) => citations.some(cited => cited.lines === lines))
  return (
    <ol className="divided">
      {claims.map(({ head, text, citations }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain is never reordered, and its claims have no other name
        <li key={index} className="claim">
          <h3 className="muted text-xs weight-550 tracking-0">{head}</h3>
          <div>{text}</div>
          <span className="cites">
            {[...new Set(citations.map(cited => cited.lines))].map(span => {
              const isOpen = index === open && span === lines
              return (
                <button
                  key={span}
                  type="button"
                  className="cite"
                  aria-expanded={isOpen}
                  onClick={() => {
                    setChosen(index)
                    onLines(isOpen ? undefined : span)
                  }}
                >
                  {linesWords(span)}
                </button>
              )
            })}
          </span>
          {index === open && lines && preview(lines)}
        </li>
      ))}
    </ol>
  )
}

function claimsOf({ trigger, agent_reactions, outcomes, observed_checks, terminal_state }: Chain): Claim[] {
  return [
    { head: 'Asked', text: plainLine(trigger.summary), citations: trigger.citations },
    ...trigger.quoted_messages.map(({ text, citations }) => ({
      head: 'As the user wrote it',
      text: <blockquote className="quote soft text-s">{withoutControls(text)}</blockquote>,
      citations,
    })),
    ...agent_reactions.map(({ summary, citations }) => ({ head: 'Did', text: plainLine(summary), citations })),
    ...observed_checks.map(({ summary, citations }) => ({ head: 'Checked', text: plainLine(summary), citations })),
    ...outcomes.map(({ category, summary, citations }) => ({
      head: `Outcome: ${categoryNames[category]}`,
      text: plainLine(summary),
      citations,
    })),
    {
      head: 'Ended',
      text: (
        <>
          <StateSwatch state={terminal_state.type} /> {plainLine(terminal_state.summary)}
        </>
      ),
      citations: terminal_state.citations,
    },
  ]
}

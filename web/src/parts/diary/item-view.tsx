import './diary.css'
import { type ReactNode, useState } from 'react'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { categoryNames, linesWords } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { itemSentenceId } from '../../../../src/diary/report/text/sentences.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { type DayItem, type DayView, stateOf, turnId } from '../../state/diary/day-view.ts'
import { clockOf, sourceWord, turnWords } from '../../state/diary/turn-words.ts'
import { SaveItem } from '../evidence/save-item.tsx'
import { CommitLinks } from './commit-links.tsx'
import { ItemParts } from './item-parts.tsx'
import { ConfidenceMark, ItemMark, StateSwatch } from './marks.tsx'
import { Sentence } from './sentence.tsx'
import { VerifiedMark } from './verified.tsx'

interface Props {
  view: DayView
  projectKey: string
  item: DayItem
  onChain: (session: string, turn: string) => void
}

/** Everything the report claims about one work item, each claim with its evidence. */
export function ItemView({ view, projectKey, item, onChain }: Props) {
  const cites = (citations: readonly Citation[]) => (
    <ChainButtons date={view.report.report_date} citations={citations} onChain={onChain} />
  )
  const sentence = (place: string, text: string) => (
    <Sentence id={itemSentenceId(projectKey, item.work_item_ref, place)} text={text} />
  )
  const project = view.report.projects.find(({ project_key }) => project_key === projectKey)
  const said = new Map(
    project?.source_user_messages.map(({ session_ref, turn_ref, messages }) => [
      `${session_ref} ${turn_ref}`,
      plainLine(messages[0] ?? ''),
    ]),
  )
  // One step alone is what the agent said, which is above.
  const steps = item.last_message && item.highlights.length === 1 ? [] : item.highlights
  return (
    <>
      <p className="row wrap gap-y-4 gap-x-12 muted text-xs">
        <ItemMark item={item} />
        <ConfidenceMark confidence={item.confidence} />
        <span>{view.labels.get(projectKey) ?? projectKey}</span>
      </p>
      <SaveItem date={view.report.report_date} projectKey={projectKey} item={item} />
      {item.parts.length > 0 && <ItemParts projectKey={projectKey} item={item} cites={cites} />}
      {item.parts.length === 0 && item.sentence && (
        <Part head="In short">
          <p>{sentence('sentence', item.sentence.text)}</p>
          {cites(item.sentence.citations)}
        </Part>
      )}
      {steps.length > 0 && (
        <Part head="Step by step">
          <ul className="divided">
            {steps.map(({ text, citations }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as below
              <li key={index} className="claim">
                <div>{sentence(`highlight/${index}`, text)}</div>
                {cites(citations)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(item.trigger_summary || item.agent_reaction_summary) && (
        <Part head="In detail">
          {item.trigger_summary && <p>{sentence('trigger', item.trigger_summary)}</p>}
          {item.agent_reaction_summary && <p>{sentence('reaction', item.agent_reaction_summary)}</p>}
          {item.main_actions.length > 0 && (
            <ul className="bullets">
              {[...new Set(item.main_actions)].map(action => (
                <li key={action}>{sentence(`action/${item.main_actions.indexOf(action)}`, action)}</li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {item.outcomes.length > 0 && (
        <Part head={item.outcomes.length === 1 ? 'Outcome' : 'Outcomes'}>
          <ul className="divided">
            {item.outcomes.map(({ category, summary, confidence, citations }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: claims are never reordered and have no other name
              <li key={index} className="claim">
                <div>
                  <span className="tag mr-4">{categoryNames[category]}</span> {sentence(`outcome/${index}`, summary)}
                </div>
                <span className="row wrap gap-y-4 gap-x-12 muted text-xs">
                  <ConfidenceMark confidence={confidence} />
                  {cites(citations)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {item.terminal_states.length > 0 && (
        <Part head="Ended">
          <ul className="divided">
            {item.terminal_states.map(({ type, summary, citations }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={index} className="claim">
                <div>
                  <StateSwatch state={type} /> {sentence(`state/${index}`, summary)}
                </div>
                {cites(citations)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {item.reason && <Part head="Reason">{sentence('reason', item.reason)}</Part>}
      {item.limits.length > 0 && (
        <Part head="Limits">
          <ul className="bullets">
            {[...new Set(item.limits)].map(limit => (
              <li key={limit}>{sentence(`limit/${item.limits.indexOf(limit)}`, limit)}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part head="Commits">
        <CommitLinks
          date={view.report.report_date}
          projectKey={projectKey}
          isMeant={({ work_item_ref }) => work_item_ref === item.work_item_ref}
        />
      </Part>
      <Part head={formatCount(item.covered_turns.length, 'turn')}>
        <ul>
          {item.covered_turns.map(({ session_ref, turn_ref }) => {
            const entry = view.turns.get(turnId(projectKey, { session_ref, turn_ref }))
            return (
              <li key={`${session_ref} ${turn_ref}`}>
                <button
                  type="button"
                  className="list-row turn-row text-s text-left"
                  onClick={() => onChain(session_ref, turn_ref)}
                >
                  <span className="tabular">{entry ? clockOf(entry.start) : '–'}</span>
                  <span className="truncate">{said.get(`${session_ref} ${turn_ref}`) ?? turnWords({ turn_ref })}</span>
                  <span className="muted">{entry && sourceWord(entry.source)}</span>
                  <StateSwatch state={stateOf(entry)} />
                </button>
              </li>
            )
          })}
        </ul>
      </Part>
    </>
  )
}

function Part({ head, children }: { head: string; children: ReactNode }) {
  return (
    <section className="stack gap-6 text-m">
      <h3 className="muted text-xs weight-550 tracking-0">{head}</h3>
      <div>{children}</div>
    </section>
  )
}

const mostCited = 6

function ChainButtons({
  date,
  citations,
  onChain,
}: Pick<Props, 'onChain'> & { date: string; citations: readonly Citation[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? citations : citations.slice(0, mostCited)
  return (
    <span className="cites">
      {shown.map(cited => (
        <button
          key={`${cited.session_ref} ${cited.lines}`}
          type="button"
          className="cite"
          aria-label={`Evidence of ${turnWords(cited)}, ${linesWords(cited.lines)}`}
          title={`Session ${cited.session_ref}`}
          onClick={() => onChain(cited.session_ref, cited.turn_ref)}
        >
          {linesWords(cited.lines)}
          <VerifiedMark date={date} cited={cited} />
        </button>
      ))}
      {citations.length > shown.length && (
        <button type="button" className="cite more" onClick={() => setAll(true)}>
          and {citations.length - shown.length} more
        </button>
      )}
    </span>
  )
}

import '../transcript/transcript.css'
import './diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { sourcesQuery } from '../../state/diary/queries.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { dayWords } from '../../state/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { toneOf } from '../../ui/tone.ts'
import { BuildDays } from '../home/build-days.tsx'

const stateWords = { ok: 'found', missing: 'not found', disabled: 'excluded', unreadable: 'cannot be read' }

/** Shown while no day is read: what to do, and which agents' transcripts were found. */
export function FirstDay() {
  const survey = useQuery(sourcesQuery)
  return (
    <>
      <Empty title="No day is read yet" step={<BuildDays label="Read the newest days" days={{}} />}>
        Daybook reads what your agents logged on this machine. Nothing leaves it, and no model is needed.
      </Empty>
      <Section
        title="Transcript folders"
        more={
          <Link to="/diary/sources" className="block-more text-link">
            All sources
          </Link>
        }
      >
        <Loaded query={survey} label="the transcript folders">
          {({ sources }) => (
            <ul className="rows divided">
              {sources.map(({ source, roots, files, sessions, oldest }) => (
                <li key={source} className="home-row stack gap-y-4 gap-x-16 py-10 border-bottom text-s">
                  <strong className="weight-550">{sourceWord(source)}</strong>
                  <ul>
                    {roots.map(({ root, state }) => (
                      <li key={root}>
                        <span className={`inline-block muted text-xs ${state === 'missing' ? '' : toneOf(state)}`}>
                          {stateWords[state]}
                        </span>{' '}
                        <code className="break-anywhere">{root}</code>
                      </li>
                    ))}
                    {roots.length === 0 && <li className="muted">no folder is known</li>}
                  </ul>
                  <span className="muted text-xs">
                    {files > 0 ? formatCount(files, 'transcript') : 'no transcripts'}
                    {sessions > 0 && `, ${formatCount(sessions, 'session')}`}
                    {oldest && `, oldest of ${dayWords(oldest)}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
    </>
  )
}

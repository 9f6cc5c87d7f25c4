import './diary.css'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Output } from '../../operations.ts'
import { verifyQuery } from '../../state/diary/queries.ts'
import { CodeText } from '../../ui/code-text.tsx'

type Doubts = ReadonlyMap<string, readonly string[]>

const noDoubts: Doubts = new Map()
const DoubtsOfDay = createContext<Doubts>(noDoubts)

/** Knows for all sentences in it which of them rest on lines that changed: asked once, because a day has hundreds of sentences. */
export function Doubts({ date, children }: { date: string; children: ReactNode }) {
  const { data = noDoubts } = useQuery({ ...verifyQuery(date), select: linesOfSentences })
  return <DoubtsOfDay value={data}>{children}</DoubtsOfDay>
}

function linesOfSentences({ sentences }: Output<'diary_verify'>): Doubts {
  return new Map(sentences.map(({ id, lines }) => [id, lines]))
}

/** A sentence of the report; red once the lines it rests on are known to have changed. */
export function Sentence({ id, text }: { id: string; text: string }) {
  const lines = useContext(DoubtsOfDay).get(id)
  if (!lines) return <CodeText text={plainLine(text)} />
  return (
    <span className="doubted tone-bad" title={`Changed since they were cited: ${lines.join(', ')}`}>
      <TriangleAlert aria-hidden="true" className="inline-icon" />
      <span className="hidden-text">No longer supported: </span>
      <CodeText text={plainLine(text)} />
    </span>
  )
}

/** How many sentences of the day no longer match their transcripts, and what to do. */
export function DoubtBanner({ date }: { date: string }) {
  const { data } = useQuery(verifyQuery(date))
  if (!data || data.mismatches.length === 0) return null
  const places = [...new Set(data.sentences.flatMap(({ lines }) => lines))]
  return (
    <section className="open-box divided" aria-labelledby="doubts">
      <h2 className="row gap-8 text-m" id="doubts">
        <TriangleAlert aria-hidden="true" /> {doubtText(data.sentences.length)}
      </h2>
      <p className="mt-4 soft">
        Transcript lines are not what they were when they were cited
        {places.length > 0 &&
          `: ${places.slice(0, 6).join(', ')}${places.length > 6 ? ` and ${places.length - 6} more` : ''}`}
        . The sentences that rest on them are red, all others still match. To renew the day, run{' '}
        <code>daybook diary prepare --refresh --date {date}</code> and generate its report again.
      </p>
    </section>
  )
}

function doubtText(count: number): string {
  if (count === 0) return 'A transcript copy changed; no sentence rests on what changed'
  return `${formatCount(count, 'sentence')} of this report ${count === 1 ? 'is' : 'are'} no longer supported`
}

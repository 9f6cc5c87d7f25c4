import { objectsIn } from '../../../../src/kernel/json.ts'
import '../transcript/transcript.css'
import './diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { linesWords } from '../../../../src/diary/report/text/names.ts'
import { withoutControls } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { linesQuery } from '../../state/diary/queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { linesHash } from './citation-address.ts'

interface Props {
  date: string
  projectKey: string
  session: string
  turn: string
  /** `<start>-<end>` */
  lines: string
}

const maxLines = 40

/** The exact lines a claim cites, as text, with a link to the whole transcript. */
export function LinesPreview({ date, projectKey, session, turn, lines }: Props) {
  const [start = 1, end = start] = lines.split('-').map(Number)
  const last = Math.min(end, start + maxLines - 1)
  const records = useQuery(linesQuery(date, projectKey, session, start, last))
  return (
    <div className="lines-preview mt-4 border rounded-m bg-sunken clipped">
      <Loaded query={records} label="the lines" lines={3}>
        {records => (
          <ol className="scrolls py-8">
            {records.map(record => (
              <li className="stack gap-10 py-2 px-12" key={String(record.line)}>
                <span className="muted text-right no-select">{String(record.line)}</span>
                <span className="line-role muted">{String(record.role ?? record.record_type ?? '')}</span>
                <span className="line-text pre-wrap break-anywhere">{withoutControls(textOf(record))}</span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <p className="flex wrap gap-y-4 gap-x-12 py-8 px-12 border-top text-xs">
        {end > last && <span>{formatCount(end - last, 'more line')}.</span>}
        <Link
          to="/diary/$date/$key/$session"
          params={{ date, key: projectKey, session }}
          search={{ turn }}
          hash={linesHash(lines)}
          className="text-link"
        >
          Open {linesWords(lines)} in the transcript <ArrowUpRight aria-hidden="true" />
        </Link>
      </p>
    </div>
  )
}

/** What a compact record says: its text, else its call or result, else its kind. */
export function textOf(record: { [key: string]: unknown }): string {
  const { text_preview, tool_uses, tool_results, summary } = record
  const text = typeof text_preview === 'string' ? text_preview : ''
  const calls = objectsIn(tool_uses).map(({ name, input_summary }) => `${name}: ${input_summary}`)
  const results = objectsIn(tool_results).map(({ status, preview, command }) =>
    [command && `$ ${command}`, preview || status].filter(Boolean).join('\n'),
  )
  return [text, ...calls, ...results].filter(part => part !== '').join('\n') || String(summary ?? '')
}

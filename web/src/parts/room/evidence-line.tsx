import './talk.css'
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { reasonInWords, unverifiedInWords } from '../../../../src/room/conference/reason-words.ts'
import type { ParsedEvidence } from '../../../../src/room/evidence/verdict.ts'
import type { Verdict } from '../../../../src/room/schema.ts'
import { useFileWords } from '../../state/room/file-words.ts'
import { toneOf } from '../../ui/tone.ts'
import { safeText } from '../transcript/safe-text.ts'
import { FileLink } from './file-link.tsx'

/** The verdict on a reply, in one line. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  // Older verdicts have warnings only.
  const { status, reason, detail, unverified = verdict.warnings } = verdict
  const { Icon, word } = marks[status]
  return (
    <p className="flex items-baseline wrap gap-y-4 gap-x-8 text-s">
      <Icon aria-hidden="true" className={`align-center ${toneOf(status)}`} />
      <strong className={toneOf(status)}>{word}</strong>
      {unverified.map(each => (
        <span key={each}>Unverified: {safeText(unverifiedInWords(each))}</span>
      ))}
      {reason !== undefined && (
        <span>
          {reasonInWords({ type: 'grounding_required', code: reason })}{' '}
          <code>{safeText(detail === undefined ? reason : `${reason} (${detail})`)}</code>
        </span>
      )}
    </p>
  )
}

const marks = {
  accepted: { Icon: CircleCheck, word: 'Accepted' },
  rejected: { Icon: CircleX, word: 'Rejected' },
  abstained: { Icon: CircleMinus, word: 'Abstained' },
  stopped: { Icon: TriangleAlert, word: 'Stopped' },
}

interface Props {
  project: string
  evidence: ParsedEvidence
}

/** The parsed Evidence line: its claim, places and quotes. */
export function EvidenceLine({ project, evidence }: Props) {
  const { raw, kind, sources = [], locations = [], quotes = [], terms = [], issues = [], scope } = evidence
  const words = useFileWords(project)
  return (
    <>
      <blockquote className="evidence-raw m-0 py-10 px-12 bg-sunken text-s break-anywhere">{safeText(raw)}</blockquote>
      <dl className="pairs">
        <Part name="Claim">{kindWords[kind]}</Part>
        {sources.length > 0 && (
          <Part name={sources.length === 1 ? 'Source' : 'Sources'}>
            <ul>
              {sources.map((source, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line may name a source twice
                <li key={at} className="flex items-baseline wrap gap-y-4 gap-x-8">
                  {source.path === null ? safeText(source.raw) : <FileLink project={project} path={source.path} />}
                  {source.class && <span className="tag">{words[source.class]}</span>}
                  {source.error && <code className="tone-bad text-xs">{safeText(source.error)}</code>}
                </li>
              ))}
            </ul>
          </Part>
        )}
        {locations.length > 0 && <Part name="Place">{locations.map(placeWords).join(', ')}</Part>}
        {quotes.length > 0 && (
          <Part name={quotes.length === 1 ? 'Quote' : 'Quotes'}>
            {quotes.map(({ text }) => (
              <q key={text} className="as-block">
                {safeText(text)}
              </q>
            ))}
          </Part>
        )}
        {kind === 'absence' && terms.length > 0 && <Part name="Not found">{terms.map(safeText).join(', ')}</Part>}
        {scope && <Part name="Scope">{scope.files.map(path => safeText(path)).join(', ')}</Part>}
        {issues.length > 0 && <Part name="Issues">{issues.map(issue => `#${issue}`).join(', ')}</Part>}
      </dl>
    </>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const kindWords: { readonly [kind in ParsedEvidence['kind']]: string } = {
  content: 'What the text says',
  structural: 'How the text is built',
  absence: 'What the text does not say',
  access: 'A file it asks for',
  issue: 'What an issue says',
}

function placeWords({ type, start, end, label }: ParsedEvidence['locations'][number]): string {
  if (label !== undefined) return `${type} “${safeText(label)}”`
  return start === end ? `${type} ${start}` : `${type}s ${start}–${end}`
}

import './fault-view.css'
import '../parts/room/talk.css'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { formatNumber } from '../../../src/kernel/numbers.ts'
import { CallFault, type Problem } from '../api.ts'
import { useFeedStatus } from '../state/feed.ts'
import { Button } from './button.tsx'
import { isMissing, isOwners, mayRetry, sentencesForPeople, wordsOf } from './fault-words.ts'

/** A failed call: its message and the next step. */
export function FaultView({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const fault = asFault(error)
  const isBack = useIsBack() && fault.code === 'OFFLINE' && !(error instanceof LoadFailure)
  const { message, hint } = isBack ? backWords : wordsOf(fault)
  return (
    <div className="fault flex gap-12 py-12 px-16 rounded-l bg-bad text-s" role="alert">
      <TriangleAlert aria-hidden="true" />
      <div className="stack gap-4 justify-items-start">
        <p className="weight-600">{message}</p>
        {hint && <p>{hint}</p>}
        <FaultFields details={fault.details} />
        <OtherProblems problems={fault.problems.slice(1)} />
        {typeof fault.details.ref === 'string' && (
          <p className="soft text-xs">
            Reference <code>{fault.details.ref}</code>
          </p>
        )}
        {(isMissing(fault.code) || isOwners(fault)) && (
          <a href="/" className="button small">
            Go to Home
          </a>
        )}
        {onRetry && mayRetry(fault.code) && (
          <Button icon={RefreshCw} small onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

/** Of a call that is not repeated by itself. */
const backWords = { message: 'Daybook did not answer.', hint: 'It is back: try again.' }

/** Whether the server was away while this was shown, and answers again. */
function useIsBack(): boolean {
  const status = useFeedStatus()
  const wasLost = useRef(status === 'lost')
  if (status === 'lost') wasLost.current = true
  return wasLost.current && status === 'live'
}

export interface FieldFault {
  path: string
  rule: string
  limit?: number
  actual?: number
}

/** The faults of single fields, as the operation's schema check lists them. */
export function fieldFaults(error: unknown): FieldFault[] {
  const fields = error instanceof CallFault ? error.details.fields : undefined
  // Only the server's schema check writes details.fields.
  return Array.isArray(fields) ? (fields as FieldFault[]) : []
}

export function ruleWords({ rule, limit, actual }: FieldFault): string {
  const maximum = limit === undefined ? '' : ` ${formatNumber(limit)}`
  return `Rule: ${rule}${maximum}${actual === undefined ? '' : `, given ${formatNumber(actual)}`}.`
}

function FaultFields({ details }: { details: CallFault['details'] }) {
  const fields = fieldFaults(new CallFault('INVALID_INPUT', '', '', details))
  if (fields.length === 0) return null
  return (
    <ul>
      {fields.map(field => (
        <li key={`${field.path} ${field.rule}`}>
          <code>{field.path}</code> {ruleWords(field)}
        </li>
      ))}
    </ul>
  )
}

/** The diary reports all problems; the first is the message, the others follow. */
function OtherProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul>
      {problems.map(({ at, message, hint }) => (
        <li key={`${at} ${message}`}>
          <code>{at}</code> {[message, sentencesForPeople(hint)].filter(Boolean).join('; ')}
        </li>
      ))}
    </ul>
  )
}

function asFault(error: unknown): CallFault {
  if (error instanceof CallFault) return error
  if (error instanceof LoadFailure) {
    const hint = 'Daybook does not answer. Start it again; what you typed elsewhere is kept in this browser.'
    return new CallFault('OFFLINE', 'This screen could not be loaded.', hint)
  }
  return new CallFault('INTERNAL', 'This part of the page failed.', 'Reload the page; drafts are kept in this browser.')
}

/** A script or sheet of a screen could not be fetched: the program that serves the page is stopped or was replaced. */
export class LoadFailure extends Error {}

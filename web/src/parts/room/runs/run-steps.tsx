import '../room.css'
import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import type { StepRecord } from '../../../../../src/room/runs/run-store.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { runErrorWords } from '../../../state/room/run-words.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { ReceiptCard } from '../receipt-card.tsx'

/** How each step ended, in order, of all attempts. */
export function RunSteps({ project, id }: { project: string; id: string }) {
  const steps = useQuery(roomQuery(project, 'room_run_steps', { id }))
  return (
    <Section title="Steps">
      <Loaded query={steps} label="steps" lines={3}>
        {({ steps: ended }) => (
          <>
            {ended.length === 0 && <p className="block-none">No step has ended yet.</p>}
            <ol className="stack cols-1 gap-10 pt-8">
              {ended.map(step => (
                <li key={`${step.attempt} ${step.step_index}`}>
                  <Step project={project} step={step} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Step({ project, step }: { project: string; step: StepRecord }) {
  const { step_index, step_id, tool, agent_id, agent_archetype, status, error, attempt, receipt_id, turn_id } = step
  const { Icon, word, tone } = marks[status]
  return (
    <div className="stack cols-1 gap-6 min-w-0 py-10 px-12 border rounded-m bg-surface break-anywhere">
      <p className="row wrap gap-y-4 gap-x-10 text-s">
        <span className="run-step-number tabular place-center bg-hover soft text-xs">{step_index + 1}</span>
        <strong>{safeText(step_id)}</strong>
        <span className="muted">{safeText(tool ?? agent_id ?? agent_archetype ?? '')}</span>
        {attempt > 1 && <span className="muted">attempt {attempt}</span>}
        <span className={`mark-line push-end tone-${tone}`}>
          <Icon aria-hidden="true" />
          {word}
        </span>
      </p>
      {error !== null && (
        <p className="tone-bad text-xs">
          {runErrorWords(error)} <code>{safeText(error)}</code>
        </p>
      )}
      {step.output_preview !== '' && <p className="soft text-xs">{safeText(step.output_preview)}</p>}
      {turn_id !== null && (
        <p className="muted text-xs">
          Turn <code>{safeText(turn_id)}</code>
        </p>
      )}
      {receipt_id !== null && <ReceiptCard project={project} id={receipt_id} isLazy />}
    </div>
  )
}

const marks: { readonly [status in StepRecord['status']]: { Icon: LucideIcon; word: string; tone: string } } = {
  done: { Icon: CircleCheck, word: 'Done', tone: 'good' },
  failed: { Icon: CircleX, word: 'Failed', tone: 'bad' },
  skipped: { Icon: CircleMinus, word: 'Skipped', tone: 'quiet' },
  cancelled: { Icon: Ban, word: 'Cancelled', tone: 'quiet' },
}

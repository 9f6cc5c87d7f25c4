import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, CircleCheck, CircleStop, CircleX, Play } from 'lucide-react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { RunRecord } from '../../../../src/room/runs/run-store.ts'
import { Ago } from '../../parts/ago.tsx'
import { Progress } from '../../parts/diary/progress.tsx'
import { RoomFault } from '../../parts/room/room-fault.tsx'
import { RunMark } from '../../parts/room/runs/run-mark.tsx'
import { RunSlots } from '../../parts/room/runs/run-slots.tsx'
import { RunSteps } from '../../parts/room/runs/run-steps.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { useMayWrite } from '../../state/role.ts'
import { refreshRoom, roomQuery } from '../../state/room/queries.ts'
import { useRoomEvents } from '../../state/room/room-events.ts'
import { useRoomWrite } from '../../state/room/room-write.ts'
import { isRunning, runErrorWords, runWords } from '../../state/room/run-words.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useTitle } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** One run: its progress, what each step did and produced, and the checks at its end. */
export function RunPage() {
  const project = useProject()
  const id = useParams({ strict: false }).run ?? ''
  const run = useQuery(roomQuery(project, 'room_run_show', { id }))
  const recipes = useQuery(roomQuery(project, 'room_recipe_list', {}))
  const going = run.data !== undefined && isRunning(run.data.status)
  useRoomEvents(project, {
    // A resumed run continues in the same journal, so it is followed anew.
    path: going ? `runs/${encodeURIComponent(id)}/events?attempt=${run.data.attempt}` : undefined,
    types: ['run.step.started', 'run.step.finished', 'run.finished'],
    onEvent(type) {
      void refreshRoom(project, 'room_run_show', 'room_run_steps', 'room_run_slot').then(() => {
        if (type === 'run.finished') announce('The run has ended')
      })
    },
  })
  const label = recipes.data?.recipes.find(({ recipe_id }) => recipe_id === run.data?.recipe_id)?.label
  const title = safeText(run.data?.task.description || label || run.data?.recipe_id || 'Run')
  useTitle(title)
  return (
    <div className="page">
      <p className="mb-10 text-s">
        <Link to="/p/$project/room/runs" params={{ project }} className="text-link inline-row gap-6">
          <ArrowLeft aria-hidden="true" /> Runs
        </Link>
      </p>
      <Loaded query={run} label="the run" lines={8}>
        {shown => (
          <>
            <header className="page-head flex items-start justify-between gap-y-16 gap-x-24 wrap">
              <div className="min-w-0">
                <h1 className="text-2xl break-anywhere">{title}</h1>
                <p className="row wrap gap-y-4 gap-x-12 mt-8 muted text-s">
                  <RunMark status={shown.status} />
                  <code>{safeText(shown.recipe_id)}</code>
                  <span>
                    begun <Ago time={shown.created_at} />
                  </span>
                  {shown.attempt > 1 && <span>{formatCount(shown.attempt, 'attempt')}</span>}
                  <Link
                    to="/p/$project/room/receipts"
                    params={{ project }}
                    search={{ session: shown.session_id }}
                    className="text-link"
                  >
                    Receipts
                  </Link>
                </p>
              </div>
              <RunActions project={project} id={id} status={shown.status} />
            </header>
            <Progress
              label={going ? phaseWords[shown.phase] : runWords[shown.status]}
              done={shown.status === 'done' ? shown.total_steps : shown.current_step_index}
              total={shown.total_steps}
            />
            {shown.error !== null && (
              <p className="note mt-12 break-anywhere">
                {runErrorWords(shown.error)} <code>{safeText(shown.error)}</code>
              </p>
            )}
            <RunSteps project={project} id={id} />
            <RunSlots project={project} id={id} slots={shown.cache_summary} />
            <RunChecks checks={shown.dod} />
            <RunTask args={shown.task.args} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const phaseWords = {
  a: 'Tools are running',
  b: 'Agents are answering',
  dod: 'Running the final checks',
  complete: 'Complete',
}

function RunTask({ args }: { args: { [name: string]: unknown } }) {
  if (Object.keys(args).length === 0) return null
  return (
    <Section title="Description">
      <pre className="code-block">{safeText(JSON.stringify(args, null, 2))}</pre>
    </Section>
  )
}

/** The recipe's checks at the end of a run, and their results. */
function RunChecks({ checks }: { checks: RunRecord['dod'] }) {
  if (checks.length === 0) return null
  return (
    <Section title="Checks at the end">
      <ul className="stack gap-6 pt-6 text-s">
        {checks.map(({ check, ok, ...of }) => {
          const target = [of.slot, of.path].find(each => typeof each === 'string')
          return (
            <li className="row wrap gap-y-4 gap-x-12" key={`${check} ${String(target)}`}>
              <span className={ok ? 'mark-line tone-good' : 'mark-line tone-bad'}>
                {ok ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
                {ok ? 'Passed' : 'Failed'}
              </span>
              <code>{safeText(check)}</code>
              {target !== undefined && <span>{safeText(String(target))}</span>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface Props {
  project: string
  id: string
  status: RunRecord['status']
}

function RunActions({ project, id, status }: Props) {
  const mayWrite = useMayWrite(project)
  const refresh = ['room_run_show', 'room_run_steps', 'room_run_list'] as const
  const cancel = useRoomWrite(project, 'room_run_cancel', {
    refresh,
    announcement: ({ status }) => `The run: ${runWords[status].toLowerCase()}`,
  })
  const resume = useRoomWrite(project, 'room_run_resume', { refresh, announcement: () => 'The run continues' })
  if (!mayWrite || status === 'done') return null
  return (
    <div className="page-actions flex gap-8">
      <RoomFault error={cancel.error ?? resume.error} />
      {isRunning(status) ? (
        <Button icon={CircleStop} disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {cancel.isPending ? 'Stopping…' : 'Cancel the run'}
        </Button>
      ) : (
        <Button icon={Play} kind="primary" disabled={resume.isPending} onClick={() => resume.mutate({ id })}>
          Resume
        </Button>
      )}
    </div>
  )
}

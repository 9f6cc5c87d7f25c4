import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { announce } from '../../state/announce.ts'
import { queryClient } from '../../state/queries.ts'
import { dayWords } from '../../state/words.ts'
import { FaultView } from '../../ui/fault-view.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { safeText } from './safe-text.ts'
import type { Session } from './turns.ts'

type Plan = Output<'diary_forget'>

/** Removes a session everywhere, after a dialog that says what that takes away and what cites it. */
export function ForgetSession({ session }: { session: Pick<Session, 'source' | 'source_session_id'> }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const named = { session: session.source_session_id, agent: session.source }
  const plan = useQuery({
    queryKey: ['forget', named],
    queryFn: ({ signal }) => call('diary_forget', { ...named, dry_run: true }, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  })
  const forget = useMutation({
    mutationFn: ({ session_id }: Plan) =>
      call('diary_forget', { ...named, confirm: session_id, ...(reason.trim() && { reason: reason.trim() }) }),
    onSuccess: async ({ state }) => {
      announce(
        state === 'pending'
          ? 'The session is kept out; the rest of it goes with the next start'
          : 'The session is forgotten',
      )
      await navigate({ to: '/diary/sources' })
      // What the page had loaded of it goes as well.
      queryClient.removeQueries({ queryKey: ['diary'], type: 'inactive' })
      await queryClient.invalidateQueries({ queryKey: ['diary'] })
    },
  })
  return (
    <>
      <IconButton
        ref={opener}
        icon={Trash2}
        label="Forget this session"
        tip="Forget this session"
        onClick={() => setOpen(true)}
      />
      <FormDialog
        open={isOpen}
        title="Forget this session?"
        lead="Daybook removes everything it holds of it, makes the reports of its days anew, and keeps it out from now on."
        verb={forget.isPending ? 'Forgetting …' : 'Forget session'}
        isDangerous
        canSubmit={plan.data !== undefined}
        isBusy={forget.isPending}
        returnTo={opener}
        onSubmit={() => plan.data && forget.mutate(plan.data)}
        onClose={() => setOpen(false)}
      >
        <Loaded query={plan} label="what would go" lines={4}>
          {shown => <PlanShown plan={shown} />}
        </Loaded>
        <TextField
          label="Reason"
          help="Optional, and kept: write nothing that should be forgotten."
          value={reason}
          onChange={setReason}
        />
        {forget.error && <FaultView error={forget.error} />}
      </FormDialog>
    </>
  )
}

function PlanShown({ plan: { transcripts, days, cited_by, originals, left } }: { plan: Plan }) {
  const { records, context, room, published, notes } = cited_by
  const stays = originals.map(id => `Session ${id}, which it goes on from, with the turns that were there first`)
  const copies = transcripts.filter(({ kind }) => kind === 'copy').length
  const subagents = transcripts.filter(({ kind }) => kind === 'subagent').length
  const cites = [
    ...records.map(({ id, project_id }) => `Record ${id} of ${project_id}`),
    ...context.map(({ project_id }) => `The context of ${project_id}`),
    ...room.map(({ project_id, file }) => `${file} in the room of ${project_id}`),
    ...published.map(
      ({ date, author, version, server }) =>
        `Version ${version} of ${date} by ${author}, published ${server === null ? 'here: it is withdrawn' : `on ${server}: it stays there`}`,
    ),
    ...notes.map(
      ({ repository, commits, commands }) =>
        `The git notes of ${formatCount(commits.length, 'commit')} in ${repository}. They stay; once it is forgotten, run: ${commands.join(' && ')}`,
    ),
  ]
  return (
    <>
      {copies + subagents > 0 && (
        <p className="note">
          With it go {formatCount(copies, 'session')} resumed or forked from it and{' '}
          {formatCount(subagents, 'sub-agent')}.
        </p>
      )}
      <List
        title="Days"
        empty="No day has it."
        lines={days.map(
          ({ date, turns, work_items }) =>
            `${dayWords(date)}: ${formatCount(turns, 'turn')}, ${formatCount(work_items.length, 'work item')}`,
        )}
      />
      <List title="Cited by" empty="Nothing cites it." lines={cites} />
      <List title="Left where it is" empty="Nothing." lines={[...stays, ...left]} />
    </>
  )
}

function List({ title, empty, lines }: { title: string; empty: string; lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul>
          {lines.map(line => (
            <li key={line}>{safeText(line)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

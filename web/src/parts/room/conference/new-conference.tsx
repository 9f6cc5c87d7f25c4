import '../talk.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { callRoom } from '../../../api.ts'
import { freshKey } from '../../../state/fresh-key.ts'
import { refreshRoom, roomQuery } from '../../../state/room/queries.ts'
import { suggestionsFor } from '../../../state/room/suggestions.ts'
import { Button } from '../../../ui/button.tsx'
import { FaultView } from '../../../ui/fault-view.tsx'
import { Composer } from '../composer.tsx'
import { agendaLimit, InviteDialog } from './invite-dialog.tsx'

interface Props {
  project: string
  /** Whether the first suggestion is filled in already, for a first visit. */
  isFirst: boolean
}

/** Asks all agents at once, or creates a conference of selected ones that waits for its first question. */
export function NewConference({ project, isFirst }: Props) {
  const navigate = useNavigate()
  const tree = useQuery({ ...roomQuery(project, 'room_tree_show', {}), staleTime: 60_000 })
  const suggestions = suggestionsFor(tree.data?.files ?? [])
  const [typed, setTyped] = useState<string>()
  const [inviting, setInviting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const text = typed ?? (isFirst && tree.data ? (suggestions[0] ?? '') : '')
  const open = useMutation({
    mutationFn: async ({ attendees, begins }: { attendees?: readonly string[]; begins: boolean }) => {
      const agenda = text.trim().slice(0, agendaLimit)
      const input = { ...(agenda && { agenda }), ...(attendees && { attendees: [...attendees] }) }
      const { id } = await callRoom(project, 'room_conference_open', input)
      if (begins) await callRoom(project, 'room_round_start', { id, prompt: text, idempotencyKey: freshKey() })
      return id
    },
    onSuccess: async conference => {
      void refreshRoom(project, 'room_conference_list')
      await navigate({ to: '/p/$project/room/conferences/$conference', params: { project, conference } })
    },
  })
  return (
    <section aria-label="New conference" className="narrow stack gap-12">
      <Composer
        label="Question for the conference"
        verb="Start"
        text={text}
        onChange={setTyped}
        onSend={() => open.mutate({ begins: true })}
        isBusy={open.isPending}
        waits={isFirst && tree.data !== undefined}
        placeholder="Ask all agents at once…"
        suggestions={tree.data ? suggestions : []}
      >
        <Button icon={UsersRound} ref={opener} kind="quiet" onClick={() => setInviting(true)}>
          Choose who takes part…
        </Button>
      </Composer>
      {open.error && !inviting && <FaultView error={open.error} />}
      {isFirst && <HowItGoes project={project} />}
      <InviteDialog
        project={project}
        open={inviting}
        returnTo={opener}
        title="New conference"
        lead="The Chief gathers facts with tools; then each agent answers from its role with evidence, or abstains."
        verb="Open conference"
        agenda={{ text, onChange: setTyped }}
        onClose={() => {
          setInviting(false)
          open.reset()
        }}
        onDone={attendees => open.mutate({ attendees, begins: false })}
        isBusy={open.isPending}
        error={open.error}
      />
    </section>
  )
}

/** For a first visit. */
function HowItGoes({ project }: { project: string }) {
  const { data } = useQuery(roomQuery(project, 'room_status_show', {}))
  const isBuiltin = data?.agents.every(({ enabled, status }) => !enabled || status === 'builtin')
  return (
    <>
      <ol className="tiles how-it-goes mt-20 soft text-s">
        <li className="pt-10">
          <strong className="as-block mb-2 ink weight-600">The Chief gathers facts.</strong> It runs tools on your
          files; every run leaves a signed receipt.
        </li>
        <li className="pt-10">
          <strong className="as-block mb-2 ink weight-600">Each agent answers or abstains.</strong> Agents do not see
          the others’ answers, and only an answer whose quotes are really there is shown.
        </li>
        <li className="pt-10">
          <strong className="as-block mb-2 ink weight-600">The round is kept.</strong> It becomes an issue with its
          whole transcript and its receipts.
        </li>
      </ol>
      {isBuiltin && (
        <p className="muted">
          No model is set up and none is needed: the built-in responder answers from what the tools find.
        </p>
      )}
    </>
  )
}

import '../talk.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callRoom } from '../../../api.ts'
import type { Output } from '../../../operations.ts'
import { announce } from '../../../state/announce.ts'
import { freshKey } from '../../../state/fresh-key.ts'
import { refreshRoom, roomQuery } from '../../../state/room/queries.ts'
import { suggestionsFor } from '../../../state/room/suggestions.ts'
import { FaultView } from '../../../ui/fault-view.tsx'
import { Composer } from '../composer.tsx'
import { anyTool, policyInput, ToolPolicy } from '../tool-policy.tsx'

type Conference = Output<'room_conference_show'>

interface Props {
  project: string
  conference: Conference
  /** Earlier questions are not suggested again. */
  asked: readonly string[]
}

/** The next question to the conference. The first is filled in: its agenda, or an example of what a room can do. */
export function RoundStart({ project, conference, asked }: Props) {
  const { id, agenda, roundCount, activeRound } = conference
  const isFirst = roundCount === 0
  const tree = useQuery({ ...roomQuery(project, 'room_tree_show', {}), staleTime: 60_000 })
  const suggestions = suggestionsFor(tree.data?.files ?? [])
  const [typed, setTyped] = useState<string>()
  const [policy, setPolicy] = useState(anyTool)
  const text = typed ?? (isFirst ? agenda || (tree.data && suggestions[0]) || '' : '')
  const start = useMutation({
    mutationFn: () =>
      callRoom(project, 'room_round_start', { id, prompt: text, ...policyInput(policy), idempotencyKey: freshKey() }),
    onSuccess: async ({ number }) => {
      setTyped('')
      announce(`Round ${number} has started`)
      await refreshRoom(project, 'room_conference_show', 'room_round_list', 'room_conference_transcript')
    },
  })
  return (
    <div className="talk-foot stack gap-10 mt-12">
      {start.error && <FaultView error={start.error} />}
      <Composer
        label={isFirst ? 'First question' : 'Next question'}
        verb="Start the round"
        text={text}
        onChange={setTyped}
        onSend={() => start.mutate()}
        isBusy={start.isPending}
        blocked={activeRound ? 'The next question waits until this round is over.' : undefined}
        waits={isFirst}
        placeholder="Ask all of them…"
        suggestions={tree.data && !activeRound ? suggestions.filter(each => !asked.includes(each)) : []}
      >
        <ToolPolicy project={project} policy={policy} onChange={setPolicy} />
      </Composer>
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { callRoom } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { useMayWrite } from '../../state/role.ts'
import { FaultView } from '../fault-view.tsx'
import { IssueLink } from './issue-link.tsx'
import type { FailedTurn } from './turn-notice.tsx'

const longestTitle = 200

/** Creates an issue from an agent's blocked turn; a second call finds the same issue. */
export function OpenIssue({ project, turn }: { project: string; turn: FailedTurn }) {
  const mayWrite = useMayWrite(project)
  const open = useMutation({
    mutationFn: () => callRoom(project, 'room_issue_open', issueOf(turn)),
    onSuccess: ({ id }) => announce(`Issue #${id} opened`),
  })
  if (open.data) return <IssueLink project={project} issue={open.data.id} />
  return (
    <>
      {mayWrite && (
        <button type="button" className="button small" disabled={open.isPending} onClick={() => open.mutate()}>
          <CircleDot aria-hidden="true" /> Open issue
        </button>
      )}
      {open.error && <FaultView error={open.error} />}
    </>
  )
}

function issueOf({ turnId, agentId, name, question, stopHook }: FailedTurn) {
  const type = stopHook?.type ?? 'error'
  const [line = ''] = question.trim().split('\n')
  return {
    title: [...`${name} stopped (${type}): ${line}`].slice(0, longestTitle).join('').trim(),
    body: [`Asked:\n${question}`, `${name} stopped with ${type}:\n${stopHook?.detail ?? ''}`].join('\n\n').trim(),
    tags: ['stop-hook', type],
    assignedTo: agentId,
    sourceKey: `stop:${turnId}`,
  }
}

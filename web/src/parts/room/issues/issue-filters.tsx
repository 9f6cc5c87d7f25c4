import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { priorityWords } from '../../../state/room/issue-words.ts'
import type { IssuesAddress } from '../../../state/room/platform-addresses.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  address: IssuesAddress
  onChange: (address: IssuesAddress) => void
}

/** Filters the board; the filters are in the URL. */
export function IssueFilters({ project, address, onChange }: Props) {
  const { priority, assignedTo, tag, ...others } = address
  const agents = useQuery(roomQuery(project, 'room_agent_list_all', {}))
  return (
    <div className="row wrap gap-8">
      <select
        className="input fit max-full text-s"
        aria-label="Priority"
        value={priority ?? ''}
        onChange={event => {
          // Only the options below can be selected.
          const chosen = event.target.value as keyof typeof priorityWords | ''
          onChange({ ...without(address, 'priority'), ...(chosen && { priority: chosen }) })
        }}
      >
        <option value="">Any priority</option>
        {Object.entries(priorityWords).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
      <select
        className="input fit max-full text-s"
        aria-label="Assigned to"
        value={assignedTo ?? ''}
        onChange={event =>
          onChange({ ...without(address, 'assignedTo'), ...(event.target.value && { assignedTo: event.target.value }) })
        }
      >
        <option value="">Any assignee</option>
        {(agents.data?.agents ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {safeText(name)}
          </option>
        ))}
      </select>
      {tag && (
        <button type="button" className="chip chosen" onClick={() => onChange(without(address, 'tag'))}>
          Tag: {safeText(tag)} <X aria-hidden="true" />
          <span className="hidden-text">remove</span>
        </button>
      )}
      {(priority || assignedTo || tag) && (
        <Button small kind="quiet" onClick={() => onChange(others)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function without(address: IssuesAddress, key: keyof IssuesAddress): IssuesAddress {
  const { [key]: _, ...rest } = address
  return rest
}

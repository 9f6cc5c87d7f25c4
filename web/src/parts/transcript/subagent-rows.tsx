import './transcript.css'
import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import type { CompactRecord } from '../../../../src/diary/workspace/transcript.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { CompactLine } from './compact-line.tsx'
import type { Place } from './fetched-lines.ts'
import { type OutlineAgent, subagentQuery } from './outline.ts'

/** What a sub-agent said and did, below the call that started it; read when it is unfolded. */
export function SubagentRows({ place, agent, words }: { place: Place; agent: OutlineAgent; words: string }) {
  const [isOpen, setOpen] = useState(false)
  const rows = useQuery({ ...subagentQuery(place, agent.subagent), enabled: isOpen })
  return (
    <div className="line-result stack">
      <Bot aria-hidden="true" className="line-turn mt-2 muted" />
      <div>
        <Button small kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Sub-agent: {formatCount(agent.rows, 'row')}
        </Button>
        {isOpen && (
          <Loaded query={rows} label="the sub-agent" lines={4}>
            {({ records, left_off }) => (
              <ol className="divided" aria-label="Rows of the sub-agent">
                {/* The records have the shape of compact ones. */}
                {(records as unknown as CompactRecord[]).map(record => (
                  <li key={record.line} className="py-4">
                    <CompactLine place={place} record={record} words={words} open={false} onOpen={() => {}} />
                  </li>
                ))}
                {left_off > 0 && <li className="muted text-xs">and {formatCount(left_off, 'more row')}</li>}
              </ol>
            )}
          </Loaded>
        )}
      </div>
    </div>
  )
}

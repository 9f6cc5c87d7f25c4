import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { Verdict } from '../../../../../src/room/schema.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { Section } from '../../../ui/section.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { EvidenceChip } from '../evidence-chip.tsx'

interface Props {
  project: string
  id: string
  slots: { [name: string]: { type: string; preview: string } }
}

/** What the steps produced: data of tools, texts of agents with their evidence. */
export function RunSlots({ project, id, slots }: Props) {
  const names = Object.entries(slots)
  if (names.length === 0) return null
  return (
    <Section title="Results" count={names.length}>
      <ul className="stack cols-1 gap-10 pt-8">
        {names.map(([name, { type, preview }]) => (
          <li key={name}>
            <Slot project={project} id={id} name={name} type={type} preview={preview} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Slot(props: { project: string; id: string; name: string; type: string; preview: string }) {
  const { project, id, name, type, preview } = props
  const isText = type === 'artifact'
  const [open, setOpen] = useState(isText)
  const slot = useQuery({ ...roomQuery(project, 'room_run_slot', { id, slot: name }), enabled: open })
  return (
    <details
      className="cols-1 gap-6 min-w-0 py-10 px-12 border rounded-m bg-surface break-anywhere as-block"
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="row wrap gap-y-4 gap-x-10 text-s min-w-0 pointer">
        <strong>{safeText(name)}</strong>
        <span className="muted">{isText ? 'text of an agent' : 'data of a tool'}</span>
        {!open && <span className="grow truncate min-w-0 muted text-xs">{safeText(preview)}</span>}
      </summary>
      {open && (
        <Loaded query={slot} label="the data" lines={3}>
          {({ text, data, receipt_id, evidence }) => {
            const verdict = isVerdict(evidence) ? evidence : undefined
            return (
              <>
                {text !== undefined && <Markdown project={project} text={safeText(text)} />}
                {data !== undefined && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
                  <pre className="code-block" tabIndex={0}>
                    {safeText(JSON.stringify(data, null, 2))}
                  </pre>
                )}
                <p className="row wrap gap-y-8 gap-x-12">
                  {verdict && <EvidenceChip project={project} verdict={verdict} receipts={verdict.receipts} />}
                  {receipt_id !== undefined && (
                    <span className="mark-line">
                      <ReceiptText aria-hidden="true" /> <code>{safeText(receipt_id)}</code>
                    </span>
                  )}
                </p>
              </>
            )
          }}
        </Loaded>
      )}
    </details>
  )
}

/** A slot of an agent's step holds the verdict on its text; slots of tools hold other evidence. */
function isVerdict(evidence: unknown): evidence is Verdict {
  return typeof evidence === 'object' && evidence !== null && 'status' in evidence && 'spans' in evidence
}

import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Verdict } from '../../../../../src/room/schema.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../loaded.tsx'
import { Markdown } from '../../markdown.tsx'
import { Section } from '../../section.tsx'
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
      <ul className="run-slots">
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
    <details className="run-slot" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{safeText(name)}</strong>
        <span className="muted">{isText ? 'text of an agent' : 'data of a tool'}</span>
        {!open && <span className="run-slot-preview truncate">{safeText(preview)}</span>}
      </summary>
      {open && (
        <Loaded query={slot} label="the data" lines={3}>
          {({ text, data, receipt_id, evidence }) => {
            const verdict = Verdict.safeParse(evidence).data
            return (
              <>
                {text !== undefined && <Markdown project={project} text={safeText(text)} />}
                {data !== undefined && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
                  <pre className="filed-text" tabIndex={0}>
                    {safeText(JSON.stringify(data, null, 2))}
                  </pre>
                )}
                <p className="run-slot-foot">
                  {verdict && <EvidenceChip project={project} verdict={verdict} receipts={verdict.receipts} />}
                  {receipt_id !== undefined && (
                    <span className="mark-line quiet">
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

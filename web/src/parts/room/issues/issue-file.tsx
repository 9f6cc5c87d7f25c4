import '../room.css'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { bytesOf, downloadBytes } from '../../../state/download.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { receiptsIn } from '../../../state/room/receipts.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { ReceiptCard } from '../receipt-card.tsx'

interface Props {
  project: string
  issueId: number
  filename: string
  title: string
  hasReceipts: boolean
  time: ReactNode
}

const maxShownLength = 40_000

/** One file of an issue: its receipts one by one, or its text. */
export function IssueFile({ project, issueId, filename, title, hasReceipts, time }: Props) {
  const [open, setOpen] = useState(false)
  const file = useQuery({ ...roomQuery(project, 'room_issue_file', { issueId, filename }), enabled: open })
  return (
    <details className="filed-file" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="py-6 text-s pointer break-anywhere">
        {title} <span className="muted text-xs">{time}</span>
      </summary>
      {open && (
        <Loaded query={file} label="the file" lines={3}>
          {({ base64 }) => {
            const text = new TextDecoder().decode(bytesOf(base64))
            const ids = hasReceipts ? receiptsIn(text) : []
            return (
              <>
                {ids.map(id => (
                  <ReceiptCard key={id} project={project} id={id} isLazy />
                ))}
                {ids.length === 0 && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
                  <pre className="code-block" tabIndex={0}>
                    {safeText(text.slice(0, maxShownLength))}
                    {text.length > maxShownLength && '\n…'}
                  </pre>
                )}
                <Button
                  icon={Download}
                  small
                  onClick={() => downloadBytes(filename, base64, 'application/octet-stream')}
                >
                  Download
                </Button>
              </>
            )
          }}
        </Loaded>
      )}
    </details>
  )
}

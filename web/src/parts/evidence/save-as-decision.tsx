import { BookmarkPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Evidence } from '../../state/evidence.ts'
import { useMayWrite } from '../../state/role.ts'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'

const DecisionDialog = late(
  async () => (await import('./decision-dialog.tsx')).DecisionDialog,
  () => true,
)

/** What a decision is made from: its words as a first draft, and what it rests on. */
export interface DecisionSource {
  title: string
  summary: string
  /** The text around it, kept as the decision's body. */
  body: string
  evidence: readonly Evidence[]
}

interface Props {
  /** Made when the button is pressed. */
  source: () => DecisionSource | Promise<DecisionSource>
  /** The project it belongs to, by its id or by its name in the diary. */
  project?: string
  projectKey?: string
  small?: boolean
}

/** Keeps what is on the screen as a record that cites it. */
export function SaveAsDecision({ source, project, projectKey, small = true }: Props) {
  const [draft, setDraft] = useState<DecisionSource>()
  const button = useRef<HTMLButtonElement>(null)
  const mayWrite = useMayWrite(project ?? '')
  if (!mayWrite) return null
  return (
    <>
      <Button ref={button} icon={BookmarkPlus} small={small} onClick={async () => setDraft(await source())}>
        Save as decision
      </Button>
      {draft && (
        <DecisionDialog
          draft={draft}
          {...(project && { project })}
          {...(projectKey && { projectKey })}
          returnTo={button}
          onClose={() => setDraft(undefined)}
        />
      )}
    </>
  )
}

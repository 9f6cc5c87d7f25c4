import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import type { State } from '../../../../src/records/states.ts'
import { StateShape, wordOf } from '../../parts/state-mark.tsx'
import { useShortcuts } from '../../state/shortcuts.ts'
import { movesFrom } from '../../state/transitions.ts'
import { Button } from '../../ui/button.tsx'
import { TransitionDialog } from './transition.tsx'

/** Only the allowed transitions; what each needs is shown beside it. */
export function TransitionMenu({ project, record }: { project: string; record: RecordShape }) {
  const [open, setOpen] = useState(false)
  const [target, setTarget] = useState<State>()
  const trigger = useRef<HTMLButtonElement>(null)
  useShortcuts({ t: () => setOpen(true) })
  return (
    <>
      <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
        <DropdownMenu.Trigger asChild>
          <Button ref={trigger} title="Change state (t)">
            <StateShape state={record.state} />
            <span className="hidden-text">State: </span>
            {wordOf(record.state)}
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Label className="menu-label">Move {record.id} to</DropdownMenu.Label>
          {movesFrom(record.state).map(({ to, needs }) => (
            <DropdownMenu.Item key={to} className="menu-item" onSelect={() => setTarget(to)}>
              <StateShape state={to} />
              {wordOf(to)}
              <span className="end">{needs && { reason: 'needs a reason', resolved_by: 'by a record' }[needs]}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {target && (
        <TransitionDialog
          key={target}
          project={project}
          record={record}
          to={target}
          returnTo={trigger}
          onClose={() => setTarget(undefined)}
        />
      )}
    </>
  )
}

import { Tooltip } from 'radix-ui'
import type { ReactElement } from 'react'

/** Names a control on hover and focus, with its key where it has one. */
export function Tip({ label, keys, children }: { label: string; keys?: string | undefined; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {label}
          {keys && <kbd>{keys}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

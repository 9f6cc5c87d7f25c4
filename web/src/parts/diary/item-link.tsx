import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { moveWithArrows } from '../../state/rows.ts'

/** Opens a work item beside the list that it is in. Plain, because a link of the router costs ten times as much to draw. */
export function ItemLink({ item, ...rest }: { item: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const navigate = useNavigate()
  function open(event: MouseEvent) {
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '.', search: before => ({ ...before, item }), resetScroll: false })
  }
  return (
    <a {...rest} href={`?item=${encodeURIComponent(item)}`} data-row onClick={open} onKeyDown={moveWithArrows}>
      {rest.children}
    </a>
  )
}

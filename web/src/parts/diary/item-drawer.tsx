import { ArrowLeft, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { DrawerAddress } from '../../state/diary/addresses.ts'
import type { DayView } from '../../state/diary/day-view.ts'
import { turnWords } from '../../state/diary/turn-words.ts'
import { Button } from '../../ui/button.tsx'
import { ChainView } from './chain-view.tsx'
import { ItemView } from './item-view.tsx'

interface Props {
  view: DayView
  address: DrawerAddress
  onGo: (address: DrawerAddress) => void
}

/** A work item beside the page; its claims lead to the evidence of a turn and to single lines. */
export function ItemDrawer({ view, address, onGo }: Props) {
  const [projectKey = '', ref] = address.item?.split('/') ?? []
  const item = view.report.projects
    .find(({ project_key }) => project_key === projectKey)
    ?.work_items.find(({ work_item_ref }) => work_item_ref === ref)
  const [session, turn] = address.chain?.split('/') ?? []
  const name = item ? plainLine(item.title) : ''
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element>(null)
  return (
    <Dialog.Root open={item !== undefined} onOpenChange={open => !open && onGo({})}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="sheet flex downwards gap-16 bg-surface"
          aria-describedby={undefined}
          onOpenAutoFocus={event => {
            event.preventDefault()
            opener.current = document.activeElement
            heading.current?.focus()
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
          }}
        >
          <Dialog.Close asChild>
            <button type="button" className="icon-button corner" aria-label="Close">
              <X aria-hidden="true" />
            </button>
          </Dialog.Close>
          {item && session && turn ? (
            <Level heading={heading} title={`Evidence of ${turnWords({ turn_ref: turn })}`}>
              <Button
                icon={ArrowLeft}
                kind="quiet"
                small
                className="sheet-back"
                onClick={() => onGo({ item: `${projectKey}/${item.work_item_ref}` })}
              >
                <span className="truncate">{name}</span>
              </Button>
              <ChainView
                view={view}
                projectKey={projectKey}
                session={session}
                turn={turn}
                lines={address.lines}
                onLines={lines => onGo(lines === undefined ? withoutLines(address) : { ...address, lines })}
              />
            </Level>
          ) : (
            item && (
              <Level heading={heading} title={name}>
                <ItemView
                  view={view}
                  projectKey={projectKey}
                  item={item}
                  onChain={(session, turn) => onGo({ ...withoutLines(address), chain: `${session}/${turn}` })}
                />
              </Level>
            )
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface LevelProps {
  heading: RefObject<HTMLHeadingElement | null>
  title: string
  children: ReactNode
}

/** One level of the drawer. Each change of level moves keyboard and screen reader to its heading. */
function Level({ heading, title, children }: LevelProps) {
  const shown = useRef(title)
  // The dialog focuses the first heading itself, and remembers where the focus was before.
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus()
  }, [title, heading])
  return (
    <>
      <Dialog.Title asChild>
        <h2 ref={heading} tabIndex={-1} className="sheet-title text-xl break-anywhere">
          {title}
        </h2>
      </Dialog.Title>
      {children}
    </>
  )
}

function withoutLines({ item, chain }: DrawerAddress): DrawerAddress {
  return { ...(item !== undefined && { item }), ...(chain !== undefined && { chain }) }
}

import './tooltip.css'
import { cloneElement, type PointerEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

interface Props {
  label: string
  keys?: string | undefined
  children: ReactElement<TriggerProps>
}

interface TriggerProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: () => void
  onPointerDown?: () => void
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void
  onBlur?: () => void
  'aria-describedby'?: string | undefined
}

/** Names a control on hover and focus, with its key where it has one; Escape hides it. */
export function Tip({ label, keys, children }: Props) {
  const id = useId()
  const [control, setControl] = useState<HTMLElement>()
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(wait.current)
    setControl(undefined)
  }
  useEffect(() => () => clearTimeout(wait.current), [])
  useHideOnEscape(control !== undefined, hide)
  const trigger = cloneElement<TriggerProps>(children, {
    onPointerEnter: ({ currentTarget, pointerType }) => {
      clearTimeout(wait.current)
      // A finger that stays has pressed the control already.
      if (pointerType !== 'touch') wait.current = setTimeout(() => setControl(currentTarget), 400)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && setControl(currentTarget),
    onBlur: hide,
    'aria-describedby': control ? id : undefined,
  })
  return (
    <>
      {trigger}
      {control &&
        createPortal(
          <span className="tooltip" role="tooltip" id={id} ref={bubble => placeBeside(bubble, control)}>
            {label}
            {keys && <kbd>{keys}</kbd>}
          </span>,
          document.body,
        )}
    </>
  )
}

function useHideOnEscape(isShown: boolean, hide: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: hide is made anew with every render and does the same
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('keydown', onKey)
    window.addEventListener('scroll', hide, true)
    return () => {
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', hide, true)
    }
  }, [isShown])
}

const gap = 6
const edge = 8

/** Above the control, or below it where there is no room; inside the window. */
function placeBeside(bubble: HTMLElement | null, control: HTMLElement): void {
  if (!bubble) return
  const at = control.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const above = at.top - height - gap
  const left = at.left + at.width / 2 - width / 2
  bubble.style.top = `${above >= edge ? above : at.bottom + gap}px`
  bubble.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`
}

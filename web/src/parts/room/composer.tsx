import './talk.css'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

interface Props {
  label: string
  /** The button's label: "Ask", "Start the round". */
  verb: string
  text: string
  onChange: (text: string) => void
  onSend: () => void
  /** Why sending is disabled. */
  blocked?: string | undefined
  isBusy?: boolean
  /** Takes the focus when it appears. */
  waits?: boolean
  placeholder?: string
  suggestions?: readonly string[]
  children?: ReactNode
}

/** The input for messages to agents: Enter sends, Shift and Enter starts a new line. */
export function Composer(props: Props) {
  const { label, verb, text, onChange, onSend, blocked, isBusy = false, waits = false, suggestions = [] } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const maySend = blocked === undefined && !isBusy && text.trim() !== ''
  useEffect(() => {
    if (waits) field.current?.focus({ preventScroll: true })
  }, [waits])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') field.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (maySend) onSend()
  }

  return (
    <form
      className="composer stack gap-8 py-10 px-12 border-strong rounded-l bg-surface"
      onSubmit={event => {
        event.preventDefault()
        if (maySend) onSend()
      }}
    >
      {suggestions.length > 0 && (
        <ul className="suggestions flex wrap gap-6" aria-label="Suggestions">
          {suggestions.map(suggestion => (
            <li key={suggestion}>
              <button
                type="button"
                className="chip sentence"
                aria-pressed={text === suggestion}
                onClick={() => {
                  onChange(suggestion)
                  field.current?.focus()
                }}
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={field}
        className="composer-input"
        rows={1}
        aria-label={label}
        placeholder={props.placeholder}
        value={text}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row wrap gap-y-8 gap-x-12 text-xs">
        {props.children}
        {blocked !== undefined && <span className="muted">{blocked}</span>}
        <Button icon={SendHorizontal} className="push-end" type="submit" kind="primary" disabled={!maySend}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

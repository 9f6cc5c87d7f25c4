import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'

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
      className="composer"
      onSubmit={event => {
        event.preventDefault()
        if (maySend) onSend()
      }}
    >
      {suggestions.length > 0 && (
        <ul className="suggestions" aria-label="Suggestions">
          {suggestions.map(suggestion => (
            <li key={suggestion}>
              <button
                type="button"
                className="chip"
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
        className="textarea"
        rows={1}
        aria-label={label}
        placeholder={props.placeholder}
        value={text}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="composer-foot">
        {props.children}
        {blocked !== undefined && <span className="muted">{blocked}</span>}
        <Button icon={SendHorizontal} type="submit" kind="primary" disabled={!maySend}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

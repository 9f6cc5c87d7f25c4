import { type FormEvent, useState } from 'react'
import { press } from '../../state/shortcuts.ts'

/** Goes to a line by its number. Keys that follow “g” elsewhere follow it here, too. */
export function GoToLine({ total, onGo }: { total: number; onGo: (line: number) => void }) {
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const line = Number(typed)
    if (!Number.isInteger(line) || line < 1) return
    setTyped('')
    onGo(Math.min(line, total))
  }
  return (
    <form className="go-to-line" onSubmit={submit}>
      <input
        id="go-to-line"
        className="input tabular"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Go to line, 1 to ${total}`}
        placeholder="Line"
        value={typed}
        onChange={event => setTyped(event.target.value.replace(/\D/g, '').slice(0, 15))}
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
          else if (typed === '' && /^[a-z]$/.test(event.key) && press(`g ${event.key}`)) event.preventDefault()
        }}
      />
    </form>
  )
}

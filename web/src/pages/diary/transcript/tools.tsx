import '../../../parts/transcript/transcript.css'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import { SearchField } from '../../../parts/transcript/search-field.tsx'
import type { SessionSearch } from '../../../parts/transcript/session-search.ts'
import { TurnFacts } from '../../../parts/transcript/turn-band.tsx'
import type { Session, Turn } from '../../../parts/transcript/turns.ts'
import { press } from '../../../state/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'

interface Props {
  session: Session
  /** The turn at the top of the list. */
  here: Turn | undefined
  full: boolean
  /** How many rows are left out. */
  hidden: number
  showsAll: boolean
  search: SessionSearch
  words: string
  active: number
  mayGoBack: boolean
  mayGoOn: boolean
  onFull: (full: boolean) => void
  onShowsAll: (all: boolean) => void
  onWords: (words: string) => void
  onHit: (step: 1 | -1) => void
  onTurn: (step: 1 | -1) => void
  onGo: (line: number) => void
  onLeave: () => void
}

export function TranscriptTools({ session, here, full, hidden, showsAll, search, words, active, ...on }: Props) {
  return (
    <div className="transcript-tools row gap-10 border-bottom">
      <Segmented
        label="View"
        options={[
          [false, 'Compact'],
          [true, 'Full'],
        ]}
        value={full}
        onChange={on.onFull}
      />
      {!full && (hidden > 0 || showsAll) && (
        <Button small kind="quiet" aria-pressed={showsAll} onClick={() => on.onShowsAll(!showsAll)}>
          {showsAll ? 'Hide progress' : `Show ${formatCount(hidden, 'hidden row')}`}
        </Button>
      )}
      <SearchField
        search={search}
        total={session.total_lines}
        words={words}
        active={active}
        onWords={on.onWords}
        onStep={on.onHit}
        onLeave={on.onLeave}
      />
      <GoToLine total={session.total_lines} onGo={on.onGo} />
      <div className="row grow justify-end gap-2 min-w-0">
        <p className="turn-here row gap-10 min-w-0 mr-8 clipped text-xs nowrap">
          {here ? (
            <TurnFacts turn={here} />
          ) : (
            <span className="muted">
              {session.turns.length === 0 ? 'No turn of this day' : 'Outside the turns of this day'}
            </span>
          )}
        </p>
        <IconButton
          label="Previous turn"
          icon={ChevronUp}
          tip="Previous turn"
          keys="["
          disabled={!on.mayGoBack}
          onClick={() => on.onTurn(-1)}
        />
        <IconButton
          label="Next turn"
          icon={ChevronDown}
          tip="Next turn"
          keys="]"
          disabled={!on.mayGoOn}
          onClick={() => on.onTurn(1)}
        />
      </div>
    </div>
  )
}

/** Goes to a line by its number. Keys that follow “g” elsewhere follow it here, too. */
function GoToLine({ total, onGo }: { total: number; onGo: (line: number) => void }) {
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const line = Number(typed)
    if (!Number.isInteger(line) || line < 1) return
    setTyped('')
    onGo(Math.min(line, total))
  }
  return (
    <form onSubmit={submit}>
      <input
        id="go-to-line"
        className="input line-input tabular text-s"
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

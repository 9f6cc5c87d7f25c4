import { ArrowLeftRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'

interface Props {
  from: string
  to: string
  latest: number
  onShow: (selected: { from: string; to: string }) => void
}

/** Any two points in a record's history: versions, times, ticks, or words such as first and last_save. */
export function Selectors({ from, to, latest, onShow }: Props) {
  const [older, setOlder] = useState(from)
  const [newer, setNewer] = useState(to)
  const list = useId()
  const versions = Array.from({ length: Math.min(latest, 50) }, (_, index) => `v${latest - index}`)
  return (
    <form
      className="selectors"
      onSubmit={event => {
        event.preventDefault()
        if (older.trim() && newer.trim()) onShow({ from: older.trim(), to: newer.trim() })
      }}
    >
      <label>
        From
        <input className="input mono" list={list} value={older} onChange={event => setOlder(event.target.value)} />
      </label>
      <IconButton
        label="Swap the two versions"
        icon={ArrowLeftRight}
        onClick={() => onShow({ from: newer, to: older })}
      />
      <label>
        To
        <input className="input mono" list={list} value={newer} onChange={event => setNewer(event.target.value)} />
      </label>
      <Button type="submit">Compare</Button>
      <datalist id={list}>
        {['first', 'current', 'last_save', 'activation', ...versions].map(selector => (
          <option key={selector} value={selector} />
        ))}
      </datalist>
      <p className="field-help">A version (v3), first, current, last_save, tick:12, or a time such as 2025-02-10.</p>
    </form>
  )
}

import { ArrowLeftRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

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
      className="flex wrap items-end gap-8 mb-16"
      onSubmit={event => {
        event.preventDefault()
        if (older.trim() && newer.trim()) onShow({ from: older.trim(), to: newer.trim() })
      }}
    >
      <label className="stack gap-4 muted text-xs">
        From
        <input
          className="input fit mono ink"
          list={list}
          value={older}
          onChange={event => setOlder(event.target.value)}
        />
      </label>
      <IconButton
        label="Swap the two versions"
        icon={ArrowLeftRight}
        onClick={() => onShow({ from: newer, to: older })}
      />
      <label className="stack gap-4 muted text-xs">
        To
        <input
          className="input fit mono ink"
          list={list}
          value={newer}
          onChange={event => setNewer(event.target.value)}
        />
      </label>
      <Button type="submit">Compare</Button>
      <datalist id={list}>
        {['first', 'current', 'last_save', 'activation', ...versions].map(selector => (
          <option key={selector} value={selector} />
        ))}
      </datalist>
      <p className="field-help full">
        A version (v3), first, current, last_save, tick:12, or a time such as 2025-02-10.
      </p>
    </form>
  )
}

import { ArrowLeftRight } from 'lucide-react'
import { SelectField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface Props {
  from: string
  to: string
  latest: number
  onShow: (selected: { from: string; to: string }) => void
}

/** Any two versions of a record; an address may name others: a time, a tick, `first`, `last_save`. */
export function Selectors({ from, to, latest, onShow }: Props) {
  const [older, newer] = [from, to].map(version => (version === `v${latest}` ? 'current' : version))
  const earlier = Array.from({ length: Math.min(latest - 1, 200) }, (_, index) => `v${latest - 1 - index}`)
  const options = (chosen = '') => ({
    ...(earlier.includes(chosen) || chosen === 'current' ? {} : { [chosen]: chosen.replaceAll('_', ' ') }),
    current: `v${latest}, current`,
    ...Object.fromEntries(earlier.map(version => [version, version])),
  })
  return (
    <div className="flex wrap items-end gap-8 mb-16">
      <SelectField
        label="From"
        value={older ?? from}
        options={options(older)}
        onChange={next => onShow({ from: next, to })}
      />
      <IconButton label="Swap the two versions" icon={ArrowLeftRight} onClick={() => onShow({ from: to, to: from })} />
      <SelectField
        label="To"
        value={newer ?? to}
        options={options(newer)}
        onChange={next => onShow({ from, to: next })}
      />
    </div>
  )
}

import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

export interface FilterProps {
  label: string
  options: ReadonlyArray<{ value: string; word: string; mark?: ReactNode }>
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** The values of a filter, opened as soon as it is there. */
export function FilterMenu({ label, options, chosen, onChange }: FilterProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className={chosen.length > 0 ? 'chip chosen' : 'chip'}>
          {label}
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={8}>
        {options.map(({ value, word, mark }) => (
          <DropdownMenu.CheckboxItem
            key={value}
            className="menu-item"
            checked={chosen.includes(value)}
            // The menu stays open: people select several.
            onSelect={event => event.preventDefault()}
            onCheckedChange={on => onChange(on ? [...chosen, value] : chosen.filter(each => each !== value))}
          >
            {mark ?? word}
            <span className="end">{chosen.includes(value) && <Check aria-hidden="true" />}</span>
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

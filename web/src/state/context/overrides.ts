import { useState } from 'react'
import type { BuildInput } from './queries.ts'

/** Overrides for one block. An absent key keeps the stored text; an empty text overrides it with nothing. */
export type Overrides = Omit<BuildInput, 'projectId'>

/** Kept for this tab only: they never reach the project. */
export function useOverrides(project: string): [Overrides, (next: Overrides) => void] {
  const name = `daybook.build.${project}`
  const [overrides, setOverrides] = useState(() => read(name))
  return [
    overrides,
    next => {
      setOverrides(next)
      try {
        sessionStorage.setItem(name, JSON.stringify(next))
      } catch {
        // A text too large for the tab's storage lasts as long as the screen.
      }
    },
  ]
}

/** The same without one key, since an override of undefined is none. */
export function without(overrides: Overrides, key: keyof Overrides): Overrides {
  const { [key]: _, ...others } = overrides
  return others
}

function read(name: string): Overrides {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    // Only this module writes under this name.
    return typeof kept === 'object' && kept !== null ? (kept as Overrides) : {}
  } catch {
    return {}
  }
}

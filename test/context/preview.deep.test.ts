import { it } from 'vitest'
import { allEngines, onBothEngines } from '../support/engines.ts'
import { expectPreviews } from './previews.ts'

onBothEngines(
  'A preview',
  (store, engine) => {
    // The server is a process of its own, so each call costs more there; the code that builds is the same.
    const sets = engine === 'sqlite' ? 200 : 20

    it.each([1, 2])(
      `is what a build gives, for ${sets} sets of arguments in each of 10 projects, and the row stays as it was (%i)`,
      () => expectPreviews(store, { projects: 10, sets }),
    )
  },
  allEngines,
)

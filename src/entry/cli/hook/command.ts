import { command } from '../command-line.ts'
import { hookNames, runHook } from './hook.ts'

/** For help and completion; `main` calls the hook itself. */
export const hook = command({
  summary: 'called by chat clients at their events, with the event as JSON on stdin; always ends with 0',
  own: { '<event>': hookNames.join(', ') },
  run: ({ event }) => runHook([event]),
})

import type { z } from 'zod'
import { transition } from '../../../records/operations/transition.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { stateFrom } from './asked.ts'
import { withActive } from './one-shot.ts'

interface Options {
  reason?: string
  by?: string
  force?: true
}

export const state: Verb<[record: string, state: string], Options, z.output<typeof transition.output>> = {
  usage: 'state <record> <state>',
  summary: 'set the state: OPEN, LATER, RESOLVED or DISCARDED',
  options: [
    ['--reason <text>', 'why; needed for LATER and DISCARDED'],
    ['--by <record>', 'the record that resolves it; needed for RESOLVED'],
    ['--force', 'also over a change of state you have not seen'],
  ],
  ask(cli, { reason, by, force }, id, to) {
    const to_state = stateFrom(to)
    return withActive(cli, id, session_id =>
      cli.call(transition, { id, to_state, reason, resolved_by: by, force, session_id }),
    )
  },
  show({ record, cascade_warning, conflict, notices }, page) {
    page.line(`${record.id}  ${record.state}  ${visible(record.title)}`)
    for (const message of [cascade_warning?.message, conflict?.message, ...notices]) {
      if (message) page.note(`Note: ${visible(message)}`)
    }
  },
}

import type { z } from 'zod'
import { closeSession } from '../../../records/operations/close-session.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { count } from './words.ts'

export const close: Verb<[session: string], { summary?: string }, z.output<typeof closeSession.output>> = {
  usage: 'close <session>',
  summary: 'end a session; nothing of it is lost',
  options: [['--summary <text>', 'what it was about']],
  ask: (cli, { summary }, session_id) => cli.call(closeSession, { session_id, summary }),
  show({ session_id, deactivated_records, unsaved_warning }, page) {
    page.line(session_id)
    page.note(`Closed; ${count(deactivated_records.length, 'record')} no longer active in it.`)
    if (unsaved_warning) page.note(`Note: ${visible(unsaved_warning)}`)
  },
}

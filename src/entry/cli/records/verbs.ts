import type { Command } from 'commander'
import { addVerb } from '../verb.ts'
import { activity } from './activity.ts'
import { add } from './add.ts'
import { check } from './check.ts'
import { close } from './close.ts'
import { diff } from './diff.ts'
import { edit } from './edit.ts'
import { exportVerb } from './export.ts'
import { history } from './history.ts'
import { importVerb } from './import.ts'
import { move } from './move.ts'
import { overview } from './overview.ts'
import { purge } from './purge.ts'
import { retype } from './retype.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { show } from './show.ts'
import { state } from './state.ts'
import { tree } from './tree.ts'

/** The verbs of `daybook records`, in reading order. */
export function addRecordsVerbs(records: Command): void {
  addVerb(records, overview)
  addVerb(records, tree)
  addVerb(records, show)
  addVerb(records, search)
  addVerb(records, history)
  addVerb(records, diff)
  addVerb(records, activity)
  addVerb(records, add)
  addVerb(records, edit)
  addVerb(records, state)
  addVerb(records, move)
  addVerb(records, retype)
  addVerb(records, purge)
  addVerb(records, sessions)
  addVerb(records, close)
  addVerb(records, exportVerb)
  addVerb(records, importVerb)
  addVerb(records, check)
}

import type { VerbGroup } from '../verb.ts'
import { activity, check, diff, exportRecords, history, overview, search, sessions, show, tree } from './read.ts'
import { add, close, edit, importRecords, move, purge, retype, state } from './write.ts'

/** The verbs of `daybook records` by name, in the order help lists them. */
export const recordsVerbs: VerbGroup = {
  overview,
  tree,
  show,
  search,
  history,
  diff,
  activity,
  add,
  edit,
  state,
  move,
  retype,
  purge,
  sessions,
  close,
  export: exportRecords,
  import: importRecords,
  check,
}

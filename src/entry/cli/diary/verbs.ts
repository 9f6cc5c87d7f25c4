import type { VerbGroup } from '../verb.ts'
import { generate } from './generate.ts'
import { collect, index, prepare, publish, range, remove, render, writeEvidence, writeWorkItem } from './make.ts'
import { prices } from './prices.ts'
import { chains, list, next, open, prompt, read, report, search, secrets, sources, status, verify } from './read.ts'

/** The verbs of `daybook diary` by name, in the order help lists them. */
export const diaryVerbs: VerbGroup = {
  prepare,
  generate,
  report,
  open,
  range,
  list,
  status,
  search,
  sources,
  index,
  prices,
  secrets,
  render,
  verify,
  next,
  read,
  chains,
  'write-evidence': writeEvidence,
  'write-work-item': writeWorkItem,
  prompt,
  collect,
  publish,
  remove,
}

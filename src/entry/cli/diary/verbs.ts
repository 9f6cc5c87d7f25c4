import type { Command } from 'commander'
import { chains } from './chains.ts'
import { collect } from './collect.ts'
import { generate } from './generate.ts'
import { indexVerb } from './index-verb.ts'
import { list } from './list.ts'
import { next } from './next.ts'
import { open } from './open.ts'
import { prepare } from './prepare.ts'
import { prompt } from './prompt.ts'
import { publish } from './publish.ts'
import { range } from './range.ts'
import { read } from './read.ts'
import { remove } from './remove.ts'
import { render } from './render.ts'
import { report } from './report.ts'
import { search } from './search.ts'
import { secrets } from './secrets.ts'
import { sources } from './sources.ts'
import { status } from './status.ts'
import { addDiaryVerb } from './verb.ts'
import { verify } from './verify.ts'
import { writeEvidenceVerb, writeWorkItemVerb } from './write.ts'

/** The verbs of `daybook diary`, in reading order. */
export function addDiaryVerbs(diary: Command): void {
  addDiaryVerb(diary, prepare)
  addDiaryVerb(diary, generate)
  addDiaryVerb(diary, report)
  addDiaryVerb(diary, open)
  addDiaryVerb(diary, range)
  addDiaryVerb(diary, list)
  addDiaryVerb(diary, status)
  addDiaryVerb(diary, search)
  addDiaryVerb(diary, sources)
  addDiaryVerb(diary, indexVerb)
  addDiaryVerb(diary, secrets)
  addDiaryVerb(diary, render)
  addDiaryVerb(diary, verify)
  addDiaryVerb(diary, next)
  addDiaryVerb(diary, read)
  addDiaryVerb(diary, chains)
  addDiaryVerb(diary, writeEvidenceVerb)
  addDiaryVerb(diary, writeWorkItemVerb)
  addDiaryVerb(diary, prompt)
  addDiaryVerb(diary, collect)
  addDiaryVerb(diary, publish)
  addDiaryVerb(diary, remove)
}

import type { z } from 'zod'
import { projectExport } from '../../../context/operations/project-export.ts'
import { count } from '../records/words.ts'
import type { Verb } from '../verb.ts'
import { writeNew } from '../write-new.ts'

export const exportVerb: Verb<[], { out?: string }, z.output<typeof projectExport.output>> = {
  usage: 'export',
  summary: 'all projects in the format that import reads',
  toolset: 'context',
  options: [['--out <file>', 'write to a new file instead of stdout']],
  ask: cli => cli.call(projectExport, {}),
  show({ json, count: n }, page, { out }) {
    if (out === undefined) page.stored(json)
    else writeNew(out, json)
    page.note(`${count(n, 'project')}.`)
  },
}

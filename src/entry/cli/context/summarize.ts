import type { z } from 'zod'
import { contextHistory } from '../../../context/operations/context-history.ts'
import { contextSummarize } from '../../../context/operations/context-summarize.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import type { Verb } from '../verb.ts'
import { chosenProject } from './chosen-project.ts'

interface Options {
  file?: string
  notes?: string
}

interface Stored {
  project: z.output<typeof contextSummarize.output>
  /** The entry that was current until now. */
  replaced: number | undefined
}

export const summarize: Verb<[text: string | undefined], Options, Stored> = {
  usage: 'summarize [text]',
  summary: 'store where the project stands',
  toolset: 'context',
  options: [
    ['--file <file>', 'take the summary from a file'],
    ['--notes <text>', 'replace the additional notes as well'],
  ],
  more: 'The text may be - for stdin.',
  async ask(cli, { file, notes }, text) {
    if ((file === undefined) === (text === undefined)) {
      throw usageFault('Give the summary as text, with --file, or as - for stdin.', 'One of them, not two.')
    }
    const projectId = await chosenProject(cli)
    const summary = file !== undefined ? await readText(file) : text === '-' ? await readText('-') : (text ?? '')
    const { entries } = await cli.call(contextHistory, { projectId, limit: 1 })
    const project = await cli.call(contextSummarize, { projectId, summary, additionalNotes: notes })
    return { project, replaced: entries[0]?.n }
  },
  json: ({ project }) => project,
  show({ project: { id }, replaced }, page) {
    page.line(id)
    if (replaced === undefined) page.note('This is the first summary of the project.')
    else
      page.note(
        `It replaces entry ${replaced}. Bring that back with: daybook context restore ${replaced} --project ${id}`,
      )
  },
}

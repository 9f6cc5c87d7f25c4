import type { z } from 'zod'
import { projectEdit } from '../../../context/operations/project-edit.ts'
import { usageFault } from '../failure.ts'
import { numberFrom } from '../records/asked.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'

interface Options {
  description?: string
  digest?: string
  maxTokens?: string
}

export const edit: Verb<[id: string], Options, z.output<typeof projectEdit.output>> = {
  usage: 'edit <project>',
  summary: 'change its description and how its blocks are built',
  toolset: 'context',
  options: [
    ['--description <text>', 'what it is, in a sentence or two'],
    ['--digest <on|off>', 'whether blocks show open records and recent work'],
    ['--max-tokens <n|none>', 'budget of its blocks'],
  ],
  ask: (cli, { description, digest, maxTokens }, id) =>
    cli.call(projectEdit, {
      id,
      description,
      digest: switchFrom(digest),
      maxTokens: maxTokens === 'none' ? null : numberFrom(maxTokens, '--max-tokens'),
    }),
  show({ id, description, digest, maxTokens }, page) {
    page.data(
      rows(
        [
          ['project', id],
          ['description', description],
          ['digest', digest],
          ['maxTokens', maxTokens === null ? 'none' : String(maxTokens)],
        ],
        page,
      ),
    )
  },
}

function switchFrom(given: string | undefined): 'on' | 'off' | undefined {
  if (given === undefined || given === 'on' || given === 'off') return given
  throw usageFault('--digest is on or off.', 'For example: --digest off')
}

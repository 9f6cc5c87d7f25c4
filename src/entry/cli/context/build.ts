import type { z } from 'zod'
import { contextBuild } from '../../../context/operations/context-build.ts'
import { templatePreview } from '../../../context/operations/template-preview.ts'
import { numberFrom } from '../records/asked.ts'
import type { Terminal } from '../terminal.ts'
import type { Cli, Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { writeNew } from '../write-new.ts'
import { chosenProject } from './chosen-project.ts'

interface Options {
  slice?: string
  taskFile?: string
  instruction?: string
  maxTokens?: string
  digest: boolean
  out?: string
}

type Block = z.output<typeof contextBuild.output>

const options = [
  ['--slice <name>', 'for this block only'],
  ['--task-file <name>', 'for this block only'],
  ['--instruction <key>', 'prompt key, name or alias, or the instruction itself'],
  ['--max-tokens <n>', 'leave out what is least needed until it fits'],
  ['--no-digest', 'without open records and recent work'],
  ['--out <file>', 'write to a new file instead of stdout'],
] as const

export const build: Verb<[extra: string[]], Options, Block> = {
  usage: 'build [extra...]',
  summary: 'the block to start a chat with, on stdout',
  toolset: 'context',
  options,
  more: 'Words after -- are appended to the block as they are.',
  ask: async (cli, asked, extra) => cli.call(contextBuild, await argumentsOf(cli, asked, extra)),
  show: printed,
}

export const preview: Verb<[extra: string[]], Options, Block> = {
  usage: 'preview [extra...]',
  summary: 'the same without leaving a trace',
  toolset: 'context',
  options,
  ask: async (cli, asked, extra) => cli.call(templatePreview, await argumentsOf(cli, asked, extra)),
  show: printed,
}

async function argumentsOf(cli: Cli, { slice, taskFile, instruction, maxTokens, digest }: Options, extra: string[]) {
  return {
    projectId: await chosenProject(cli),
    slice,
    taskFile,
    instruction,
    maxTokens: numberFrom(maxTokens, '--max-tokens'),
    ...(!digest && { includeDigest: false }),
    ...(extra.length > 0 && { additionalInstructions: extra.join(' ') }),
  }
}

function printed({ text, estimatedTokens, sections, notices }: Block, page: Terminal, { out }: Options): void {
  if (out === undefined) page.stored(`${text}\n`)
  else writeNew(out, text)
  page.note(`${sections.length} sections, about ${estimatedTokens} tokens.`)
  for (const notice of notices) page.note(visible(notice))
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { limits } from '../../../../src/context/limits.ts'
import { call } from '../../api.ts'
import { sectionTexts } from './sections.ts'
import type { Why } from './why-words.ts'

export interface Filled {
  /** The text of an instruction, its placeholders filled. */
  text: string
  /** Where it comes from: a prompt, or the project's own words. */
  why: Why | undefined
}

/** Uses the operation that builds blocks, so that nothing here has to know how a prompt is filled. */
export const filledQuery = (project: string, instruction: string) =>
  queryOptions({
    queryKey: ['context', 'of', project, 'filled', instruction],
    queryFn: async ({ signal }): Promise<Filled> => {
      const [asked, probe] = await Promise.all([
        instructionOf(project, instruction, signal),
        instructionOf(project, literal, signal),
      ])
      const before = probe.text.slice(0, -literal.length)
      const isAlone = asked.why.length === probe.why.length && asked.text.startsWith(before)
      return { text: isAlone ? asked.text.slice(before.length) : asked.text, why: asked.why.at(-1) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 20_000,
  })

/** Words that are not the name of a prompt; the text before them in the section is its opening statement. */
const literal = 'free text that selects no prompt'

async function instructionOf(project: string, instruction: string, signal: AbortSignal) {
  const wanted = { projectId: project, instruction, includeDigest: false, maxTokens: limits.maxTokens }
  const block = await call('template_preview', wanted, signal)
  const at = block.sections.findIndex(({ name }) => name === 'instruction')
  return { text: sectionTexts(block)[at] ?? '', why: block.sections[at]?.why ?? [] }
}
